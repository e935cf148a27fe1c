export { type Answer, type CallDeps, type CallRequest, call as callService } from './call.ts';
export {
  createSwitchyard,
  type LocalDecision,
  type RouteDecision,
  type Switchyard,
  type SwitchyardOptions,
} from './create-switchyard.ts';
export type { OutcomeContext } from './decision-contexts.ts';
export {
  type ErrorFacts,
  type Explanation,
  NoSnapshot,
  type RefusalReason,
  SnapshotRefused,
  SwitchyardError,
  Unreachable,
  type WebhookRefusal,
  WebhookRefused,
} from './errors.ts';
export type { FollowOptions } from './follow.ts';
export type { Outcome, OutcomeEffects, OutcomeReport, Outcomes, ProviderFee } from './outcomes.ts';
export type { CurrentSnapshot, PullResult, Snapshots } from './snapshots.ts';
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './verify-webhook.ts';
