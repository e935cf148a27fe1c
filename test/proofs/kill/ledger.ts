/** What clients were told: every write that was acknowledged, with the exact bytes of its first acknowledgement. */
export interface Write {
  readonly path: '/v1/customers' | '/v1/accounts';
  readonly key: string;
  readonly body: WriteBody;
}

export interface WriteBody {
  /** Customers only: the client's own id of them. */
  readonly externalId?: string;
  /** The key again, in the record itself: so a record that was made twice is seen to be. */
  readonly metadata: { readonly key: string };
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
}

export function createLedger(): Ledger {
  const writes: Acknowledged[] = [];
  const customers: string[] = [];
  return {
    add(write) {
      writes.push(write);
      if (write.path === '/v1/customers') customers.push(write.id);
    },
    writes,
    anyCustomer: (choose) => (customers.length === 0 ? undefined : customers[choose(customers.length)]),
  };
}
