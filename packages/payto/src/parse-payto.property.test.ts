import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatPayto, PAYTO_ERRORS, PAYTO_SCHEMES, type PaytoAddress, parsePayto } from './index.ts';

const BASE58_ADDRESSES = ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'];

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
const word = (characters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
const LOWER = 'abcdefghijklmnopqrstuvwxyz';

/** German accounts have no national check, so any eighteen digits make one. */
const iban = digits(18, 18).map((bban) => {
  const check = 98n - (BigInt(`${bban}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${bban}`;
});
const email = fc
  .tuple(word(LOWER, 1, 12), word(LOWER, 1, 8))
  .map(([name, host]) => `${name}@${host}.example`);
const evmAddress = word('0123456789abcdef', 40, 40).filter((hex) => !/^0+$/.test(hex));

/** A valid path for each known type, and the secret in it that a mask must not give away. */
interface Sample {
  readonly scheme: string;
  readonly path: string;
  readonly secret: string;
  /** How many characters of the secret, in a row, the mask's rule may show. */
  readonly shown: number;
}

const sample: fc.Arbitrary<Sample> = fc.oneof(
  iban.map((text) => ({ scheme: 'iban', path: text, secret: text.slice(2), shown: 4 })),
  iban.map((text) => ({ scheme: 'iban', path: `SOGEDEFF/${text}`, secret: text.slice(2), shown: 4 })),
  digits(1, 17).map((account) => ({
    scheme: 'ach',
    path: `122000661/${account}`,
    secret: account,
    shown: account.length < 8 ? 2 : 4,
  })),
  word(LOWER, 1, 20).map((name) => ({ scheme: 'upi', path: `${name}@ybl`, secret: name, shown: 1 })),
  fc
    .constantFrom(...BASE58_ADDRESSES)
    .map((text) => ({ scheme: 'bitcoin', path: text, secret: text, shown: 6 })),
  fc.array(word(LOWER, 1, 8), { minLength: 2, maxLength: 5 }).map((parts) => ({
    scheme: 'ilp',
    path: `g.${parts.join('.')}`,
    secret: parts.slice(1).join('.'),
    shown: 0,
  })),
  fc
    .tuple(evmAddress, fc.integer({ min: 1, max: 2 ** 40 }))
    .map(([hex, chain]) => ({ scheme: 'eth', path: `0x${hex}@${chain}`, secret: hex, shown: 4 })),
  word(`${LOWER}-_`, 1, 20).map((account) => ({
    scheme: 'x-taler-bank',
    path: `bank.example/${account}`,
    secret: account,
    shown: 2,
  })),
  email.map((text) => ({ scheme: 'pix', path: text, secret: text.split('@')[0] ?? '', shown: 1 })),
  email.map((text) => ({ scheme: 'ca-interac', path: text, secret: text.split('@')[0] ?? '', shown: 1 })),
  fc.uuid().map((text) => ({ scheme: 'pix', path: text, secret: text, shown: 4 })),
  // No sort code starts with 000, so no modulus check applies.
  digits(8, 8).map((account) => ({
    scheme: 'gb-scan',
    path: `000000/${account}`,
    secret: account,
    shown: 4,
  })),
  digits(17, 17).map((body) => ({
    scheme: 'mx-clabe',
    path: body + clabeDigit(body),
    secret: body,
    shown: 4,
  })),
  digits(1, 9).map((account) => ({ scheme: 'au-bsb', path: `062000/${account}`, secret: account, shown: 3 })),
  word(LOWER, 1, 20).map((account) => ({ scheme: 'nano', path: account, secret: account, shown: 4 })),
);

function clabeDigit(body: string): string {
  const weightAt = (place: number) => (place % 3 === 0 ? 3 : place % 3 === 1 ? 7 : 1);
  const total = Array.from(body, Number).reduce((sum, digit, place) => sum + digit * weightAt(place), 0);
  return String((10 - (total % 10)) % 10);
}

/** Characters that mean something in a URI, and so are the ones that encoding gets wrong. */
const RESERVED = [..."%+&=?#/:;,@$!'()* ."];

/** Text that may stand in an option or a comment: anything but what no address may hold. */
const plainText = fc
  .string({
    unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom(...RESERVED)),
    maxLength: 20,
  })
  .filter((text) => text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text));

const options = fc.dictionary(
  fc.tuple(word(LOWER, 1, 1), word(`${LOWER}0123456789.-`, 0, 8)).map(([first, rest]) => first + rest),
  plainText,
  { maxKeys: 4 },
);

function addressOf(uri: string): PaytoAddress {
  const result = parsePayto(uri);
  assert(result.ok, `${uri}: ${result.ok ? '' : JSON.stringify(result.error)}`);
  return result.address;
}

describe('writing and reading', () => {
  it('an address that is written and read again is the same address', () => {
    fc.assert(
      fc.property(sample, options, ({ scheme, path }, query) => {
        const { amount: _, ...harmless } = query;
        const segments = path.split('/');
        const address = addressOf(formatPayto({ scheme, segments, options: harmless }));
        assert.deepEqual(address.options, { ...harmless });
        assert.deepEqual(addressOf(formatPayto(address)), address);
      }),
    );
  });

  it('free text survives in the path of void and of unknown types', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('void', 'nano'),
        fc.array(plainText, { maxLength: 4 }),
        (scheme, segments) => {
          const address = addressOf(formatPayto({ scheme, segments, options: {} }));
          assert.deepEqual(address.segments, segments);
          assert.deepEqual(addressOf(formatPayto(address)), address);
        },
      ),
    );
  });

  it('options, a trailing slash and the case of scheme and type do not change what is compared', () => {
    fc.assert(
      fc.property(sample, options, ({ scheme, path }, query) => {
        const { amount: _, ...harmless } = query;
        const plain = addressOf(`payto://${scheme}/${path}`).normalized;
        const decorated = formatPayto({
          scheme: scheme.toUpperCase(),
          segments: [...path.split('/'), ''],
          options: harmless,
        });
        assert.equal(addressOf(decorated.replace('payto', 'PayTo')).normalized, plain);
      }),
    );
  });

  it('the compared form is itself an address and compares equal to itself', () => {
    fc.assert(
      fc.property(sample, ({ scheme, path }) => {
        const { normalized } = addressOf(`payto://${scheme}/${path}`);
        assert.equal(addressOf(normalized).normalized, normalized);
      }),
    );
  });
});

/** Valid addresses with a few characters changed, taken out, put in or repeated. */
const mutated = fc
  .tuple(
    sample,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.string({ unit: 'binary', maxLength: 4 })), {
      maxLength: 6,
    }),
  )
  .map(([{ scheme, path }, edits]) =>
    edits.reduce((uri, [at, removed, put]) => {
      const index = at % (uri.length + 1);
      return uri.slice(0, index) + put + uri.slice(index + removed);
    }, `payto://${scheme}/${path}?amount=EUR:1.5&receiver-name=A%20B`),
  );

const prefixed = fc
  .tuple(fc.constantFrom(...PAYTO_SCHEMES, 'nano'), fc.string({ unit: 'grapheme-ascii', maxLength: 60 }))
  .map(([scheme, rest]) => `payto://${scheme}/${rest}`);

const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), mutated, prefixed);

describe('any input', () => {
  it('never throws, and what is accepted can be written and read again', () => {
    fc.assert(
      fc.property(anything, (uri) => {
        const result = parsePayto(uri);
        if (result.ok) assert.deepEqual(addressOf(formatPayto(result.address)), result.address);
      }),
      { numRuns: 3000 },
    );
  });

  it('a refusal says only what this package can say by itself', () => {
    const sayings = new Set<string>();
    fc.assert(
      fc.property(anything, (uri) => {
        const result = parsePayto(uri);
        if (result.ok) return;
        const { key, vars } = result.error;
        assert.deepEqual(Object.keys(vars).sort(), [...PAYTO_ERRORS[key].vars].sort());
        for (const value of Object.values(vars)) sayings.add(value);
      }),
      { numRuns: 3000 },
    );
    // Words that came out of random addresses would be different nearly every time.
    assert.ok(sayings.size < 120, `${sayings.size} different words`);
  });

  it('a refusal holds no piece of the account', () => {
    const broken = fc
      .tuple(
        sample,
        fc.nat(),
        fc.constantFrom('*', '%20', '9', 'x', '/', '//', '%', '%0A', '#', '?', '?amount=', '@@'),
      )
      .filter(([{ secret }]) => secret.length >= RUN);
    fc.assert(
      fc.property(broken, ([{ scheme, path, secret }, at, put]) => {
        const index = at % (path.length + 1);
        const result = parsePayto(`payto://${scheme}/${path.slice(0, index)}${put}${path.slice(index)}`);
        if (result.ok) return;
        const said = JSON.stringify(result.error).toLowerCase();
        for (let start = 0; start + RUN <= secret.length; start += 1) {
          const run = secret.slice(start, start + RUN).toLowerCase();
          assert.equal(said.includes(run), false, `${said} holds ${run}`);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

/** A piece of an account of this length does not stand in an error by accident. */
const RUN = 6;

describe('masks', () => {
  it('never show more of an account in a row than their rule allows, and never all of it', () => {
    fc.assert(
      fc.property(sample, ({ scheme, path, secret, shown }) => {
        const masked = addressOf(`payto://${scheme}/${path}`).masked.toLowerCase();
        const hidden = secret.toLowerCase();
        const visible = visiblePart(masked, scheme);
        for (let start = 0; start + shown < hidden.length; start += 1) {
          const run = hidden.slice(start, start + shown + 1);
          assert.equal(visible.includes(run), false, `${masked} shows ${run} of ${path}`);
        }
        if (hidden.length > 1) assert.notEqual(visible, hidden);
      }),
      { numRuns: 1000 },
    );
  });
});

/** What of a mask may come from the account: not the provider behind an at sign, nor the host of a bank. */
function visiblePart(masked: string, scheme: string): string {
  if (scheme === 'x-taler-bank') return masked.slice(masked.indexOf('/') + 1);
  if (scheme === 'ilp') return masked.split('.').slice(2).join('.');
  return masked.replace(/@.*$/, '');
}

describe('time', () => {
  const BUDGET_MS = 50;
  const MEGABYTE = 1_000_000;
  const nasty: readonly (readonly [fact: string, uri: string])[] = [
    ['a megabyte of one letter', 'a'.repeat(MEGABYTE)],
    ['a megabyte of astral characters', '\u{1F600}'.repeat(MEGABYTE / 2)],
    ['a megabyte of lone surrogates', '\uD800'.repeat(MEGABYTE)],
    ['a megabyte behind a valid start', `payto://iban/${'9'.repeat(MEGABYTE)}`],
    ['a megabyte of options', `payto://void?${'a=1&'.repeat(MEGABYTE / 4)}`],
    ...[
      'iban/DE',
      'bic/',
      'ach/122000661/',
      'upi/',
      'bitcoin/1',
      'bitcoin/bc1',
      'ilp/g',
      'eth/0x',
      'x-taler-bank/',
      'pix/',
      'pix/+55',
      'gb-scan/202959/',
      'mx-clabe/',
      'au-bsb/062000/',
      'ca-interac/',
      'ca-interac/+1',
      'void/',
      'nano/',
      'nano/x@',
      'void?amount=EUR:',
      'eth/0x1?amount=',
      'void?message=',
    ].flatMap((start) =>
      ['1', 'a', 'a.', '.', '-', 'a-', '@', 'a@', '%41', '%', '/', '&', 'x=&', '+', ',', '$', '0'].map(
        (unit) =>
          [
            `${start} and ${unit} again and again`,
            `payto://${start}${unit.repeat(2000)}`.slice(0, 2048),
          ] as const,
      ),
    ),
  ];

  it(`no input takes longer than ${BUDGET_MS} ms`, () => {
    for (const [fact, uri] of nasty) {
      // The best of three, so that a pause of the machine is not taken for work of ours.
      const elapsed = Math.min(...[1, 2, 3].map(() => timeMs(() => parsePayto(uri))));
      assert.ok(elapsed < BUDGET_MS, `${fact} took ${elapsed.toFixed(1)} ms`);
    }
  });

  function timeMs(work: () => unknown): number {
    const start = performance.now();
    work();
    return performance.now() - start;
  }
});
