import { testShortForm } from './short-form.ts';
import { webhooks } from './webhooks/webhooks.ts';

testShortForm(webhooks);
