/**
 * Mistakes that must not go unseen. Each is an edit of a source file, made while it is loaded; the simulation then has to find
 * it. An edit whose text is not found exactly once is an error, so that none of them rots.
 */
export interface PlantedBug {
  readonly name: string;
  /** It takes hundreds of seeds, so only the long form looks for it. */
  readonly isRare?: true;
  readonly edits: readonly Edit[];
}

export interface Edit {
  /** From the root of the project. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

const DOMAIN = 'packages/server/src/domain/payment';
const PAY = 'packages/server/src/workflows/pay';
const STORE = 'test/simulation/store';
const PROVIDERS = 'test/simulation/providers';

export const PLANTED_BUGS: readonly PlantedBug[] = [
  bug('blind retry after a timeout', `${DOMAIN}/next-deed.ts`, [
    'if (idempotencyRetentionMs === undefined) return false;',
    'if (idempotencyRetentionMs === undefined) return true;',
  ]),
  rare('a timer turns unknown into failed', `${DOMAIN}/take-answer.ts`, [
    'const probes = leg.work.probes + 1;\n  const waitMs =',
    `const probes = leg.work.probes + 1;
  if (leg.status === 'unknown' && probes > 2) return end('failed', 'provider_rejected');
  const waitMs =`,
  ]),
  bug('"duplicate key" is read as a refusal', `${PROVIDERS}/transit-rail.ts`, [
    'return unknownOutcome({ httpStatus: 409 });',
    "return { kind: 'refused', code: 'provider_rejected' };",
  ]),
  rare('404 is read as absence at once', `${DOMAIN}/take-answer.ts`, [
    'if (absences >= ABSENCES_TO_PROVE && ',
    'if (',
  ]),
  bug('no fencing epoch', `${STORE}/statements.ts`, [
    'return String(row?.lease_epoch) === epoch && Number(row?.leasedUntilMs) > nowMs();',
    'return row !== undefined;',
  ]),
  rare('a lease is longer than its fence', `${PAY}/drive-payment.ts`, [
    'deps.elapsedMs() - startedMs > BEGIN_MS_MAX',
    'deps.elapsedMs() - startedMs > 10 * LEASE_MS',
  ]),
  bug('the operation is written down after the call', 'packages/server/src/store/payments.ts', [
    'tx.send(beginOperation,',
    'if (key === legId) tx.send(beginOperation,',
  ]),
  bug('acknowledged before the commit', `${STORE}/memory-store.ts`, [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text that is looked for.
    'await process.step(`before commit of ${label}`);',
    `if (label === 'the new payment') {
        void process.step('late').then(flush).then(() => {
          onCommit({ by: process.name, statements: names, changes: commit(open), held: session.held });
        });
        return ending.value;
      }`,
  ]),
  bug('an event outside its transaction', `${PAY}/drive-payment.ts`, [
    'tellOf(drive, tx, moved, at);',
    `void deps.db.transaction(environment.id, async (other) => {
      tellOf(drive, other, moved, at);
      return { commit: true, value: undefined };
    }).catch(() => undefined);`,
  ]),
  bug('an event told twice', `${PAY}/drive-payment.ts`, [
    'for (const happening of happenings) {',
    'for (const happening of [...happenings, ...happenings.slice(-1)]) {',
  ]),
  bug('events against the order of states', `${PAY}/drive-payment.ts`, [
    'for (const happening of happenings) {',
    'for (const happening of happenings.toReversed()) {',
  ]),
  bug('the number of an event is taken early', `${STORE}/tables.ts`, [
    'open.changes.set(name, { table, key, before, after: row });',
    `if (table === 'event') sequence += 1;
      open.changes.set(name, { table, key, before, after: table === 'event' ? { ...row, sequence } : row });`,
    "if (change.table !== 'event' || change.after === undefined) return change;",
    'if (Number.isFinite(sequence)) return change;',
  ]),
  bug('the number of a wallet is taken early', `${PAY}/prepare-leg.ts`, [
    "return { kind: 'ready', finish: (tx) => number(tx, sequenced, order, leg, reserved) };",
    `{
      const early = await deps.db.transaction(environment.id, async (tx) => ({
        commit: true,
        value: await number(tx, sequenced, order, leg, reserved),
      }));
      return { kind: 'ready', finish: async () => early };
    }`,
  ]),
  {
    name: 'a stale cancel wins',
    isRare: true,
    edits: [
      ...bug('', `${STORE}/statements.ts`, [
        `await tables.lock(open, 'payment_intent', String(id), lockWaitMsMax);
    return paymentRows(session, String(id));`,
        'return paymentRows(session, String(id));',
        'if (row === undefined || row.revision !== revision) return NONE;',
        'if (row === undefined) return NONE;',
      ]).edits,
      // Whoever asks to cancel takes the job's lock too, and would wait for it.
      ...bug('', 'packages/server/src/operations/payment-intents-cancel.ts', [
        "scheduleJob(tx, 'payment.drive', params.id, call.now);",
        '',
      ]).edits,
    ],
  },
  bug('cancelled after it was submitted', `${DOMAIN}/next-deed.ts`, [
    `case 'submitted':
      if (isToWait) return later;`,
    `case 'submitted':
      if (payment.cancelRequested) return { kind: 'drop', leg };
      if (isToWait) return later;`,
  ]),
  bug('a quote is used twice under a race', `${STORE}/statements.ts`, [
    "await tables.lock(open, 'route_quote', String(id), lockWaitMsMax);",
    '',
    "if (isUsed) throw databaseError('23505');",
    'if (isUsed && id === quote_id) throw databaseError(String(id));',
  ]),
  bug('the digest is not checked again', `${DOMAIN}/check-quote.ts`, [
    'if (check.digest !== quote.digest)',
    'if (check.digest === quote.id)',
  ]),
  bug('the next leg before the credit', `${DOMAIN}/take-answer.ts`, [
    `to: awaitsCredit ? 'submitted' : 'settled',
        work,`,
    `to: 'settled',
        work: { ...work, awaitsCredit: undefined },`,
  ]),
  bug('too little is accepted', `${PAY}/look-for-credit.ts`, [
    'if (total === BigInt(value))',
    'if (total > 0n)',
  ]),
  bug('a lapsed rate is executed', `${DOMAIN}/rate-lapsed.ts`, [
    'return work.lockedUntilMs !== undefined && ',
    'return work.lockedUntilMs === 0 && ',
  ]),
  bug('the quoted rate is left out', `${PAY}/ask-rail.ts`, [
    '...(leg.work.fx === undefined ? {} : { quote: leg.work.fx }),',
    '',
  ]),
  bug('a return is sent twice', `${DOMAIN}/compensate.ts`, [
    "away.id, { to: 'returning' }, at)",
    'away.id, {}, at)',
  ]),
  bug('a webhook is taken twice', 'packages/server/src/workflows/take-notice.ts', [
    'if (!(await insertNotice(tx, notice))) return { commit: false, value: undefined };',
    'await insertNotice(tx, notice);',
  ]),
  bug('late news moves a state back', `${DOMAIN}/take-answer.ts`, [
    "if (leg.status !== 'pending' && leg.status !== 'requires_action')",
    "if (leg.status === 'settled')",
  ]),
  // Names are given when an event is written, numbers when it is committed.
  bug('the cursor skips a late commit', `${STORE}/statements.ts`, [
    'filter((row) => Number(row.sequence) > Number(sequence))',
    "filter((row) => Number(String(row.id).split('_')[1]) > Number(sequence))",
    'sort((a, b) => Number(a.sequence) - Number(b.sequence))\n      .slice(0, Number(limit))',
    'sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))\n      .slice(0, Number(limit))',
    'return row === undefined ? NONE : [{ sequence: String(row.sequence) }];',
    "return row === undefined ? NONE : [{ sequence: String(row.id).split('_')[1] }];",
  ]),
  bug('a claim without its fingerprint', 'packages/server/src/operations/execute-calling.ts', [
    'if (!claim.fingerprint.equals(claiming.fingerprint))',
    'if (claim.fingerprint.length === 0)',
  ]),
  bug('a transaction is signed again with a new number', `${PAY}/prepare-leg.ts`, [
    "if (leg.kind === 'on-chain' && leg.work.prepared === undefined)",
    "if (leg.kind === 'on-chain')",
  ]),
  rare('a lease is measured by a clock that can be set', `${PAY}/drive-payment.ts`, [
    'const startedMs = deps.elapsedMs();',
    'const startedMs = deps.now();',
    'deps.elapsedMs() - startedMs > BEGIN_MS_MAX',
    'deps.now() - startedMs > BEGIN_MS_MAX',
  ]),
  rare('who was stopped goes on with what others have ended', `${PAY}/drive-payment.ts`, [
    'if (!isStillBegun) return false;',
    '',
  ]),
  bug('a lost lease takes its job along', `${PAY}/drive-payment.ts`, [
    'if (!isOurs) return new Date(deps.now());',
    'if (!isOurs) return undefined;',
  ]),
  rare('the payment is locked before its job', 'packages/server/src/operations/payment-intents-cancel.ts', [
    "scheduleJob(tx, 'payment.drive', params.id, call.now);",
    '',
    'await changePayment(tx, keys, dataKey, asked.payment);',
    "await changePayment(tx, keys, dataKey, asked.payment); scheduleJob(tx, 'payment.drive', params.id, call.now);",
  ]),
];

function bug(name: string, file: string, texts: readonly string[]): PlantedBug {
  const edits = texts.flatMap((find, at) =>
    at % 2 === 0 ? [{ file, find, replace: texts[at + 1] ?? '' }] : [],
  );
  return { name, edits };
}

function rare(name: string, file: string, texts: readonly string[]): PlantedBug {
  return { ...bug(name, file, texts), isRare: true };
}
