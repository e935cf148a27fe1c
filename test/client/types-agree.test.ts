/**
 * The client writes its types out, so that it ships without the contract. These lines hold the two together, and the
 * contract with the engine's snapshot: they do not compile when a field is missing, added or of another type.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  RouteDecision as ContractDecision,
  Outcome as ContractOutcome,
  RoutingSnapshot as ContractSnapshot,
  InputOf,
} from '@switchyard/contract';
import type { DecisionRequest, Snapshot } from '@switchyard/engine';
import type { Outcome, OutcomeReport, RouteDecision } from '../../packages/client/src/index.ts';

type ContractReport = InputOf<'outcomes.create'>['body'];
type ContractRequest = InputOf<'routeDecisions.create'>['body'];

/** Read-only throughout, and what may be absent may also be undefined: the two sides differ in nothing else. */
type Loose<T> = T extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Loose<T[Key]> | (object extends Pick<T, Key> ? undefined : never) }
    : T;

type Fits<From, To> = Loose<From> extends Loose<To> ? true : false;

const AGREED: readonly true[] = [
  true satisfies Fits<Outcome, ContractOutcome>,
  true satisfies Fits<ContractOutcome, Outcome>,
  true satisfies Fits<OutcomeReport, ContractReport>,
  true satisfies Fits<ContractReport, OutcomeReport>,
  // The engine says more exactly what it may answer than the contract promises.
  true satisfies Fits<RouteDecision, ContractDecision>,
  true satisfies Fits<ContractRequest, DecisionRequest>,
  true satisfies Fits<Snapshot, ContractSnapshot>,
  true satisfies Fits<ContractSnapshot, Snapshot>,
];

test("the client's types are the contract's, and the engine's too", () => assert.equal(AGREED.length, 8));
