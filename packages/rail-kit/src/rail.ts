import type { z } from 'zod';
import type { Ports } from './ports.ts';
import type { BankLink } from './roles/bank-link.ts';
import type { Fx } from './roles/fx.ts';
import type { InstitutionDirectory } from './roles/institution-directory.ts';
import type { Payment } from './roles/payment.ts';
import type { Payout, Transit } from './roles/payout.ts';
import type { Webhook } from './roles/webhook.ts';

/** An adapter: which catalogue entries it serves, what it must be given, and how it is opened. */
export interface RailModule<Credentials = unknown> {
  /** Ids of the catalogue. An adapter for a protocol may serve several. */
  readonly rails: readonly string[];
  /** Everything a connection is configured with, the base URLs included; unknown keys are refused. */
  readonly credentials: z.ZodType<Credentials>;
  /** Which of the keys of `credentials` are secret, and so are never shown again. */
  readonly secretKeys: readonly string[];
  /** Pure: no call is made until a role is used. */
  open(input: { readonly rail: string; readonly credentials: Credentials; readonly ports: Ports }): Rail;
}

/** A role is offered if and only if its property is there. */
export interface Rail {
  readonly bankLink?: BankLink;
  readonly institutions?: InstitutionDirectory;
  readonly payment?: Payment;
  readonly payout?: Payout;
  readonly fx?: Fx;
  readonly transit?: Transit;
  readonly webhook?: Webhook;
}
