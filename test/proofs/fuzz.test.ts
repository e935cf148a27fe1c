import { fuzz } from './fuzz/fuzz.ts';
import { testShortForm } from './short-form.ts';

testShortForm(fuzz);
