import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { createStore } from './create-store.ts';

interface Payment {
  readonly id: string;
  readonly amountMinor: bigint;
  readonly accounts: ReadonlyMap<string, Uint8Array>;
  status: string;
}

const PAYMENT: Payment = {
  id: 'p',
  amountMinor: 12n,
  accounts: new Map([['a', Buffer.from([1, 2])]]),
  status: 'new',
};

describe('a store with a file', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'store-'));
    file = join(folder, 'state');
  });
  afterEach(() => {
    mock.restoreAll();
    rmSync(folder, { recursive: true });
  });

  const payments = (store: ReturnType<typeof createStore>) => store.table<Payment>('payments');

  it('has what was saved, and nothing that was not', () => {
    const first = createStore(file);
    payments(first).set('p', { ...PAYMENT });
    first.save();
    payments(first).set('q', { ...PAYMENT, id: 'q' });
    const second = createStore(file);
    assert.deepEqual(payments(second).get('p'), PAYMENT);
    assert.equal(payments(second).has('q'), false);
  });

  it('sees what was changed in place after `get` or `find`, and what was deleted', () => {
    const first = createStore(file);
    for (const id of ['p', 'q', 'r']) payments(first).set(id, { ...PAYMENT, id });
    first.save();
    const [p, q] = [payments(first).get('p'), payments(first).find(({ id }) => id === 'q')];
    assert(p !== undefined && q !== undefined);
    p.status = 'paid';
    q.status = 'refused';
    payments(first).delete('r');
    first.save();
    const found = payments(createStore(file))
      .list()
      .map(({ id, status }) => [id, status]);
    assert.deepEqual(found, [
      ['p', 'paid'],
      ['q', 'refused'],
    ]);
  });

  it('writes only what has changed', () => {
    const store = createStore(file);
    for (let id = 0; id < 1000; id += 1) payments(store).set(String(id), { ...PAYMENT });
    store.save();
    const { size } = statSync(file);
    payments(store).get('7');
    store.save();
    assert.equal(statSync(file).size, size, 'to look is no change');
    const seventh = payments(store).get('7');
    assert(seventh !== undefined);
    seventh.status = 'paid';
    store.save();
    assert.ok(statSync(file).size - size < 300);
  });

  it('keeps the order, also of what was taken out and put back', () => {
    const first = createStore(file);
    const pool = first.table<number>('pool', 'fixed');
    for (const key of ['a', 'b', 'c']) pool.set(key, 1);
    first.save();
    pool.delete('a');
    pool.set('a', 1);
    first.save();
    const keys = createStore(file)
      .table<number>('pool', 'fixed')
      .entries()
      .map(([key]) => key);
    assert.deepEqual(keys, ['b', 'c', 'a']);
  });

  it('says so when something was changed that nobody had taken out, and does not lose it', () => {
    const first = createStore(file);
    const payment = { ...PAYMENT };
    payments(first).set('p', payment);
    first.save();
    payment.status = 'paid';
    assert.throws(() => first.close(), /payments p/);
    assert.equal(payments(createStore(file)).get('p')?.status, 'paid');
  });

  it('drops a batch that was not written to its end, whole', () => {
    const first = createStore(file);
    payments(first).set('p', { ...PAYMENT });
    first.save();
    const { size } = statSync(file);
    payments(first).set('q', { ...PAYMENT });
    payments(first).set('r', { ...PAYMENT });
    first.save();
    const bytes = readFileSync(file);
    for (const end of [size + 3, size + 9, bytes.length - 1]) {
      writeFileSync(file, bytes.subarray(0, end));
      const found = payments(createStore(file)).entries();
      assert.deepEqual(
        found.map(([key]) => key),
        ['p'],
      );
    }
  });

  it('sets a file aside that is damaged, of another format, or empty, and starts from nothing', () => {
    const complain = mock.method(console, 'error', () => undefined);
    const first = createStore(file);
    payments(first).set('p', { ...PAYMENT });
    first.close();
    const damaged = readFileSync(file);
    damaged.writeUInt8(damaged.readUInt8(damaged.length - 2) ^ 1, damaged.length - 2);
    const other = Buffer.from(readFileSync(file).toString('latin1').replace('state 1', 'state 0'), 'latin1');
    for (const [index, bytes] of [damaged, other, Buffer.alloc(0)].entries()) {
      writeFileSync(file, bytes);
      const store = createStore(file);
      assert.equal(payments(store).size, 0);
      payments(store).set('q', { ...PAYMENT });
      store.close();
      assert.equal(payments(createStore(file)).size, 1, 'and the new one is good');
      assert.deepEqual(readFileSync(`${file}.unreadable`), bytes);
      assert.equal(complain.mock.callCount(), index + 1);
    }
  });

  it('goes on behind what is left of a broken batch', () => {
    const first = createStore(file);
    payments(first).set('p', { ...PAYMENT });
    first.save();
    appendFileSync(file, Buffer.from([255, 0, 0, 0, 1]));
    const second = createStore(file);
    payments(second).set('q', { ...PAYMENT });
    second.save();
    assert.equal(payments(createStore(file)).size, 2);
  });

  it('does not let its file grow for ever', () => {
    const store = createStore(file);
    const large = store.table<string>('large', 'fixed');
    for (let round = 0; round < 40; round += 1) {
      large.set('one', String(round).padStart(500_000, 'x'));
      store.save();
    }
    assert.ok(statSync(file).size < 6_000_000);
    assert.match(createStore(file).table<string>('large', 'fixed').get('one') ?? '', /x39$/);
  });
});
