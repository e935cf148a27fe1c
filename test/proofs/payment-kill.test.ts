import { paymentKill } from './payment-kill/payment-kill.ts';
import { testShortForm } from './short-form.ts';

/** Leases have to run out, and on a busy machine nodes start slowly. */
const TIMEOUT_MS = 600_000;

testShortForm(paymentKill, TIMEOUT_MS);
