import { paymentKill } from './payment-kill/payment-kill.ts';
import { testShortForm } from './short-form.ts';

testShortForm(paymentKill);
