import { payments } from './payments/payments.ts';
import { testShortForm } from './short-form.ts';

// It keeps every processor busy for about a minute, and others may want them too.
testShortForm(payments, 600_000);
