import { kill } from './kill/kill.ts';
import { testShortForm } from './short-form.ts';

testShortForm(kill);
