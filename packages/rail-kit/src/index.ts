/**
 * What a rail is. An adapter implements these interfaces for one provider; the server calls it through them and
 * knows no provider's words.
 */
export type { Action, RedirectAction, SdkAction, WaitAction } from './action.ts';
export type {
  Absent,
  Done,
  Failed,
  FailureKind,
  Processing,
  Refusal,
  Refused,
  RequiresAction,
} from './answer.ts';
export { REFUSALS } from './answer.ts';
export {
  FAILURE_KINDS,
  isFailure,
  misconfigured,
  rejected,
  unavailable,
  unknownOutcome,
} from './failures.ts';
export type { Json } from './json.ts';
export { offeredRoles } from './offered-roles.ts';
export type { Channel, Party, Psu } from './parties.ts';
export type { HttpAnswer, HttpPort, HttpRequest, Ports } from './ports.ts';
export type { Rail, RailModule } from './rail.ts';
export type {
  BankLink,
  ConsentAnswer,
  Grant,
  Linked,
  LinkedAccount,
  LinkReturn,
  LinkStart,
  LinkStep,
} from './roles/bank-link.ts';
export type { Fx, FxQuote, FxRequest } from './roles/fx.ts';
export type {
  DirectoryPage,
  InstitutionDirectory,
  ProviderInstitution,
} from './roles/institution-directory.ts';
export type {
  Payment,
  PaymentFacts,
  PaymentMade,
  PaymentOrder,
  PaymentStep,
  Prepared,
  SequencedPayment,
} from './roles/payment.ts';
export type { Credit, Payout, PayoutOrder, Transit } from './roles/payout.ts';
export type { ListedPayment, Statement, StatementPage } from './roles/statement.ts';
export type { Notice, Webhook, WebhookDelivery, WebhookVerdict } from './roles/webhook.ts';
export { brandSecret, type Secret } from './secret.ts';
export { SETTLEMENT_SCHEMES, type SettlementScheme } from './settlement-scheme.ts';
