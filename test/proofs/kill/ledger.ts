/** What clients were told: every write that was acknowledged, with the exact bytes of its first acknowledgement. */

/** What is written, and the status that acknowledges it. */
export const SUCCESS = {
  '/v1/customers': 201,
  '/v1/accounts': 201,
  '/v1/route_decisions': 200,
  '/v1/outcomes': 201,
} as const;

export interface Write {
  readonly path: keyof typeof SUCCESS;
  readonly key: string;
  readonly body: WriteBody;
}

export interface WriteBody {
  /** Customers only: the client's own id of them. */
  readonly externalId?: string;
  /** The key again, in the record itself where it has room for it: so a record that was made twice is seen to be. */
  readonly metadata?: { readonly key: string };
  readonly [field: string]: unknown;
}

export interface Acknowledged extends Write {
  readonly id: string;
  readonly text: string;
  /** How often it was sent before it was acknowledged. */
  readonly attempts: number;
}

export interface Ledger {
  add(write: Acknowledged): void;
  /** In the order in which they were acknowledged. */
  readonly writes: readonly Acknowledged[];
  /** A customer that any client may open an account for. */
  anyCustomer(choose: (count: number) => number): string | undefined;
  /** A decision that any client may report. */
  anyDecision(choose: (count: number) => number): Decided | undefined;
}

export interface Decided {
  readonly decision: string;
  readonly rail: string;
}

export function createLedger(): Ledger {
  const writes: Acknowledged[] = [];
  const customers: string[] = [];
  const decisions: Decided[] = [];
  return {
    add(write) {
      writes.push(write);
      if (write.path === '/v1/customers') customers.push(write.id);
      if (write.path === '/v1/route_decisions') decisions.push(decidedBy(write));
    },
    writes,
    anyCustomer: (choose) => (customers.length === 0 ? undefined : customers[choose(customers.length)]),
    anyDecision: (choose) => (decisions.length === 0 ? undefined : decisions[choose(decisions.length)]),
  };
}

export function decidedBy({ id, text }: Acknowledged): Decided {
  return { decision: id, rail: JSON.parse(text).rail };
}
