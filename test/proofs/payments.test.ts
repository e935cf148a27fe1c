import { payments } from './payments/payments.ts';
import { testShortForm } from './short-form.ts';

testShortForm(payments);
