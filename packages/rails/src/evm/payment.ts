/**
 * The payment role. `prepare` makes the bytes and `start` sends those and no others; whether they have been mined is only
 * ever asked by their hash. Nothing here waits or tries again.
 */
import { invariant } from '@switchyard/engine';
import {
  type Absent,
  type Done,
  type Failed,
  isFailure,
  type Json,
  type Payment,
  type PaymentOrder,
  type PaymentStep,
  type Ports,
  type Prepared,
  type Refused,
  rejected,
  type SequencedPayment,
  type Statement,
  unknownOutcome,
} from '@switchyard/rail-kit';
import { privateKeyToAccount } from 'viem/accounts';
import { createNodeClient } from './api/node-client.ts';
import { broadcast } from './broadcast.ts';
import { type ChainFacts, tokensOf } from './chains.ts';
import { look, type Sight } from './look.ts';
import { isOvertaken } from './overtaken.ts';
import { readPrepared, readTerms } from './prepared.ts';
import { reserve } from './reserve.ts';
import { isSignedFor, signTransfer } from './sign.ts';
import { pageOf } from './statement.ts';
import { readTransfer, type Transfer } from './transfer.ts';
import { OVERTAKEN } from './translate.ts';

export interface Connection {
  readonly chain: ChainFacts;
  readonly rpcUrl: string;
  readonly privateKey: `0x${string}`;
  readonly confirmations: number;
  readonly ports: Pick<Ports, 'http'>;
}

export function openPayment(
  connection: Connection,
): Pick<Payment, 'start' | 'resume' | 'query'> &
  SequencedPayment & { walletPayto(): string; page: Statement['page'] } {
  const { chain, confirmations, ports, rpcUrl } = connection;
  const endpoint = { http: ports.http, url: rpcUrl };
  const sight: Sight = { client: createNodeClient(endpoint), chain, confirmations };
  const account = privateKeyToAccount(connection.privateKey);
  const transferOf = (order: PaymentOrder): Transfer | Failed =>
    readTransfer(order, { chainId: chain.id, address: account.address });

  async function query(order: PaymentOrder, memo: Json | undefined): Promise<PaymentStep | Absent> {
    const prepared = readPrepared(memo ?? order.prepared);
    // Bytes are stored before they are sent: without them nothing was.
    if (prepared === undefined) return { kind: 'absent' };
    const transfer = transferOf(order);
    if (isFailure(transfer)) return transfer;
    const step = await look(sight, prepared, transfer);
    if (step.kind !== 'absent') return step;
    return (await isOvertaken(endpoint, prepared, transfer)) ? OVERTAKEN : step;
  }

  return {
    page: (span) =>
      pageOf({ client: sight.client, address: account.address, tokens: tokensOf(chain.id) }, span),

    walletPayto: () => `payto://eth/${account.address}@${chain.id}`,

    async reserve(
      order,
    ): Promise<Done<{ readonly sequence: number; readonly terms: Json }> | Refused | Failed> {
      const transfer = transferOf(order);
      return isFailure(transfer) ? transfer : reserve(sight.client, transfer);
    },

    async prepare({ order, sequence, terms: stored }): Promise<Prepared> {
      const transfer = transferOf(order);
      const terms = readTerms(stored);
      invariant(!isFailure(transfer) && terms !== undefined, 'only what was reserved is prepared.');
      invariant(Number.isSafeInteger(sequence) && sequence >= 0, 'a nonce is a whole number.');
      const memo = await signTransfer(account, transfer, sequence, terms);
      return { memo, ref: memo.hash };
    },

    async start(order): Promise<PaymentStep> {
      const transfer = transferOf(order);
      if (isFailure(transfer)) return transfer;
      const prepared = readPrepared(order.prepared);
      if (prepared === undefined) return rejected({ providerCode: 'not_prepared' });
      if (!(await isSignedFor(prepared, transfer))) return rejected({ providerCode: 'prepared_differs' });
      return broadcast(endpoint, sight, prepared, transfer);
    },

    /** Nobody has to approve anything here, so there is nothing to come back from. */
    async resume({ order, memo }): Promise<PaymentStep> {
      const step = await query(order, memo);
      return step.kind === 'absent' ? unknownOutcome() : step;
    },

    query: ({ order, memo }) => query(order, memo),
  };
}
