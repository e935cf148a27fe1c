/** Legs that only a person can decide on, and what people have found out about them. */
import type { Database, Statement, Transaction } from './database.ts';
import type { DataKey } from './keyring.ts';
import { before, type PageRequest, type PageRows, readPage } from './page.ts';

export type ReviewOutcome = 'settled' | 'failed' | 'returned';

export interface Proposal {
  readonly outcome: ReviewOutcome;
  /** Who, by the id of the operator or token. */
  readonly proposedBy: string;
  readonly proposedAt: Date;
}

export interface LegInReview {
  readonly id: string;
  readonly paymentId: string;
  readonly proposal?: Proposal;
}

interface ReviewRow {
  readonly id: string;
  readonly payment_intent_id: string;
  readonly outcome: ReviewOutcome | null;
  readonly proposed_by: string | null;
  readonly proposed_at: Date | null;
}

const COLUMNS = `l.id, l.payment_intent_id, r.outcome, r.proposed_by, r.proposed_at`;
const FROM = `switchyard.leg l left join switchyard.leg_resolution r
  on r.environment_id = l.environment_id and r.leg_id = l.id and r.approved_at is null`;

const selectPage: Statement<ReviewRow> = {
  name: 'reviews-page',
  text: `select ${COLUMNS} from ${FROM}
    where l.environment_id = $1 and l.status = 'review' and l.id < $2 order by l.id desc limit $3`,
};

const selectOne: Statement<ReviewRow> = {
  name: 'review-by-leg',
  text: `select ${COLUMNS} from ${FROM} where l.environment_id = $1 and l.status = 'review' and l.id = $2`,
};

const selectLeg: Statement<{ readonly id: string }> = {
  name: 'review-cursor',
  text: 'select id from switchyard.leg where environment_id = $1 and id = $2',
};

const putResolution: Statement<never> = {
  name: 'review-propose',
  text: `insert into switchyard.leg_resolution
      (environment_id, leg_id, outcome, evidence, proposed_by, proposed_at, approved_by, approved_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (environment_id, leg_id) do update set outcome = excluded.outcome, evidence = excluded.evidence,
      proposed_by = excluded.proposed_by, proposed_at = excluded.proposed_at, approved_by = excluded.approved_by,
      approved_at = excluded.approved_at`,
};

const approve: Statement<never> = {
  name: 'review-approve',
  text: `update switchyard.leg_resolution set approved_by = $3, approved_at = $4
    where environment_id = $1 and leg_id = $2`,
};

export async function listReviews(
  db: Database,
  environmentId: string,
  page: PageRequest,
): Promise<PageRows<LegInReview>> {
  return readPage(page, {
    rows: async (limit) =>
      (await db.read(environmentId, selectPage, [environmentId, before(page), limit])).map(reviewOf),
    // A leg that has been resolved since is still a place in the list.
    cursorExists: async (after) =>
      (await db.read(environmentId, selectLeg, [environmentId, after])).length === 1,
  });
}

export async function findReview(tx: Transaction, legId: string): Promise<LegInReview | undefined> {
  const [row] = await tx.query(selectOne, [tx.environmentId, legId]);
  return row === undefined ? undefined : reviewOf(row);
}

/** `approvedBy` where no second person is needed. */
export function putProposal(
  tx: Transaction,
  dataKey: DataKey,
  legId: string,
  { outcome, proposedBy, proposedAt }: Proposal,
  { evidence, approvedBy }: { readonly evidence: string; readonly approvedBy?: string },
): void {
  tx.send(putResolution, [
    tx.environmentId,
    legId,
    outcome,
    dataKey.seal('leg_resolution', 'evidence', legId, Buffer.from(evidence)),
    proposedBy,
    proposedAt,
    approvedBy ?? null,
    approvedBy === undefined ? null : proposedAt,
  ]);
}

export function approveProposal(tx: Transaction, legId: string, approvedBy: string, at: Date): void {
  tx.send(approve, [tx.environmentId, legId, approvedBy, at]);
}

function reviewOf({ id, payment_intent_id, outcome, proposed_by, proposed_at }: ReviewRow): LegInReview {
  const review = { id, paymentId: payment_intent_id };
  return outcome === null || proposed_by === null || proposed_at === null
    ? review
    : { ...review, proposal: { outcome, proposedBy: proposed_by, proposedAt: proposed_at } };
}
