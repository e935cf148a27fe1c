import { testShortForm } from './short-form.ts';
import { walkers } from './walkers/walkers.ts';

testShortForm(walkers);
