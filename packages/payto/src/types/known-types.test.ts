import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PaytoErrorKey, type PaytoTarget, parsePayto } from '../index.ts';

function targetOf(uri: string): PaytoTarget {
  const result = parsePayto(uri);
  assert(result.ok, `${uri} was refused with ${result.ok ? '' : JSON.stringify(result.error)}`);
  return result.address.target;
}

function describeType(
  scheme: string,
  accepted: Readonly<Record<string, object>>,
  refused: readonly (readonly [path: string, key: PaytoErrorKey])[],
): void {
  describe(scheme, () => {
    for (const [path, parts] of Object.entries(accepted)) {
      it(`accepts ${path}`, () => {
        assert.deepEqual(targetOf(`payto://${scheme}/${path}`), { known: true, scheme, ...parts });
      });
    }
    for (const [path, key] of refused) {
      it(`refuses ${path.slice(0, 60)} with ${key}`, () => {
        const result = parsePayto(`payto://${scheme}/${path}`);
        assert(!result.ok, 'it was accepted');
        assert.equal(result.error.key, key);
        assert.equal(result.error.vars.scheme, scheme);
      });
    }
    if (scheme !== 'void') {
      it('refuses no path at all', () => {
        const result = parsePayto(`payto://${scheme}`);
        assert.equal(result.ok ? 'accepted' : result.error.key, 'payto.path');
      });
    }
  });
}

describeType(
  'bic',
  { SOGEDEFF: { bic: 'SOGEDEFF' }, deutdeffxxx: { bic: 'DEUTDEFFXXX' }, PCBKXKPR: { bic: 'PCBKXKPR' } },
  [
    ['SOGEDEF', 'payto.part'],
    ['SOGEDEFFXX', 'payto.part'],
    ['SOGEQQFF', 'payto.part'],
    ['S0GEDEFF', 'payto.part'],
    // A long s, which is an S in upper case.
    ['%C5%BFOGEDEFF', 'payto.part'],
    ['SOGEDEFF/x', 'payto.path'],
  ],
);

describeType(
  'ach',
  {
    '122000661/0001234567': { routingNumber: '122000661', accountNumber: '0001234567' },
    '021000021/12345678901234567': { routingNumber: '021000021', accountNumber: '12345678901234567' },
  },
  [
    ['122000662/1234', 'payto.checksum'],
    ['000000000/1234', 'payto.part'],
    ['500000005/1234', 'payto.part'],
    ['12200066/1234', 'payto.part'],
    ['122000661/123456789012345678', 'payto.part'],
    ['122000661/12-34', 'payto.part'],
    ['122000661/1234/5', 'payto.path'],
    ['122000661/', 'payto.path'],
  ],
);

describeType(
  'upi',
  {
    'Alice.B-c_d@okHDFCbank': { vpa: 'alice.b-c_d@okhdfcbank' },
    '9876543210@s2b': { vpa: '9876543210@s2b' },
    '50100012345@HDFC0000001.ifsc.npci': { vpa: '50100012345@hdfc0000001.ifsc.npci' },
  },
  [
    ['alice@example.com', 'payto.part'],
    ['alice@', 'payto.part'],
    ['@ybl', 'payto.part'],
    ['a@b@ybl', 'payto.part'],
    ['al%20ice@ybl', 'payto.part'],
    ['%E2%84%AAim@ybl', 'payto.part'],
    [`${'a'.repeat(252)}@ybl`, 'payto.part'],
  ],
);

const P2WPKH = 'qw508d6qejxtdg4y5r3zarvary0c5xw7k';
describeType(
  'bitcoin',
  {
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa': { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', type: 'p2pkh' },
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy': { address: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', type: 'p2sh' },
    [`BC1${P2WPKH}v8f3t4`.toUpperCase()]: { address: `bc1${P2WPKH}v8f3t4`, type: 'p2wpkh' },
    [`tb1${P2WPKH}xpjzsx`]: { address: `tb1${P2WPKH}xpjzsx`, type: 'p2wpkh' },
    bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0: {
      address: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      type: 'p2tr',
    },
    BC1SW50QGDZ25J: { address: 'bc1sw50qgdz25j', type: 'unknown' },
  },
  [
    [`Bc1${P2WPKH}v8f3t4`, 'payto.checksum'],
    [`bc1${P2WPKH}v8f3t5`, 'payto.checksum'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'payto.checksum'],
    ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'payto.checksum'],
    ['bc1', 'payto.part'],
    ['1'.repeat(91), 'payto.part'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7Div%20Na', 'payto.part'],
  ],
);

describeType(
  'ilp',
  {
    'g.acme.bob': { address: 'g.acme.bob' },
    'test2.x~Y_z-1': { address: 'test2.x~Y_z-1' },
    'private.a': { address: 'private.a' },
    [`g.${'a'.repeat(1021)}`]: { address: `g.${'a'.repeat(1021)}` },
  },
  [
    ['g.', 'payto.part'],
    ['g.acme.', 'payto.part'],
    ['g..acme', 'payto.part'],
    ['x.acme', 'payto.part'],
    ['test4.acme', 'payto.part'],
    ['g.a$b', 'payto.part'],
    [`g.${'a'.repeat(1022)}`, 'payto.part'],
    ['g.acme/bob', 'payto.path'],
  ],
);

describeType('void', { '': {}, 'a%20comment': {}, 'a//b/': {} }, []);

const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const ethTarget = (chainId: number) => ({
  address: VITALIK,
  chainId,
  caip10: `eip155:${chainId}:${VITALIK}`,
});
describeType(
  'eth',
  {
    [VITALIK]: ethTarget(1),
    [VITALIK.toLowerCase()]: ethTarget(1),
    [`0x${VITALIK.slice(2).toUpperCase()}`]: ethTarget(1),
    [`${VITALIK}@1`]: ethTarget(1),
    [`${VITALIK}%40137`]: ethTarget(137),
  },
  [
    [VITALIK.replace('d8dA', 'd8da'), 'payto.checksum'],
    [VITALIK.slice(0, -1), 'payto.part'],
    [VITALIK.slice(2), 'payto.part'],
    [VITALIK.replace('0x', '0X'), 'payto.part'],
    [`0x${'0'.repeat(40)}`, 'payto.zero_address'],
    [`${VITALIK}@`, 'payto.part'],
    [`${VITALIK}@0`, 'payto.part'],
    [`${VITALIK}@01`, 'payto.part'],
    [`${VITALIK}@0x1`, 'payto.part'],
    [`${VITALIK}@9007199254740993`, 'payto.part'],
    [`${VITALIK}@1@1`, 'payto.path'],
  ],
);

describeType(
  'x-taler-bank',
  {
    'BANK.taler.net/Alice': { host: 'bank.taler.net', path: [], account: 'Alice' },
    'localhost:8082/44': { host: 'localhost:8082', path: [], account: '44' },
    'bank.example/eu/demo/alice': { host: 'bank.example', path: ['eu', 'demo'], account: 'alice' },
  },
  [
    ['bank.taler.net', 'payto.path'],
    ['bank.taler.net/', 'payto.path'],
    ['/alice', 'payto.path'],
    ['bank.taler.net//alice', 'payto.path'],
    ['bank.taler.net/../alice', 'payto.path'],
    ['bank_taler/alice', 'payto.part'],
    ['-bank/alice', 'payto.part'],
    ['bank:0/alice', 'payto.part'],
    ['bank:65536/alice', 'payto.part'],
    ['user@bank/alice', 'payto.part'],
  ],
);

const EVP = '123e4567-e89b-42d3-a456-426614174000';
describeType(
  'pix',
  {
    'Alice@Example.com': { keyType: 'email', key: 'alice@example.com' },
    '+551133334444': { keyType: 'phone', key: '+551133334444' },
    '11144477735': { keyType: 'cpf', key: '11144477735' },
    '12345678909': { keyType: 'cpf', key: '12345678909' },
    '11222333000181': { keyType: 'cnpj', key: '11222333000181' },
    '12abc34501de35': { keyType: 'cnpj', key: '12ABC34501DE35' },
    [EVP.toUpperCase()]: { keyType: 'evp', key: EVP },
  },
  [
    ['11144477734', 'payto.checksum'],
    ['11111111111', 'payto.checksum'],
    ['11222333000182', 'payto.checksum'],
    ['00000000000000', 'payto.checksum'],
    ['12ABC34501DE36', 'payto.checksum'],
    ['111.444.777-35', 'payto.part'],
    ['+14165550123', 'payto.part'],
    ['+5511', 'payto.part'],
    ['5511987654321', 'payto.part'],
    ['alice@localhost', 'payto.part'],
    ['alice..b@example.com', 'payto.part'],
    [`${'a'.repeat(64)}@ab.example.com`, 'payto.part'],
    [EVP.slice(1), 'payto.part'],
  ],
);

describeType(
  'gb-scan',
  {
    '202959/63748472': { sortCode: '202959', accountNumber: '63748472' },
    '000000/00000001': { sortCode: '000000', accountNumber: '00000001' },
  },
  [
    ['202959/63748473', 'payto.checksum'],
    ['20-29-59/63748472', 'payto.part'],
    ['202959/6374847', 'payto.part'],
    ['20295963748472', 'payto.path'],
  ],
);

describeType(
  'mx-clabe',
  {
    '032180000118359719': { clabe: '032180000118359719' },
    // No list of banks has 999: the control digit alone decides.
    '999180000118359713': { clabe: '999180000118359713' },
  },
  [
    ['032180000118359718', 'payto.checksum'],
    ['03218000011835971', 'payto.part'],
    ['03218000011835971X', 'payto.part'],
  ],
);

describeType(
  'au-bsb',
  {
    '062000/12345678': { bsb: '062000', accountNumber: '12345678' },
    '650000/1': { bsb: '650000', accountNumber: '1' },
  },
  [
    ['062-000/12345678', 'payto.part'],
    ['062000/1234567890', 'payto.part'],
    ['062000/12A', 'payto.part'],
    ['062000', 'payto.path'],
  ],
);

describeType(
  'ca-interac',
  {
    'Alice+b@Example.com': { handleType: 'email', handle: 'alice+b@example.com' },
    '+14165550123': { handleType: 'phone', handle: '+14165550123' },
  },
  [
    ['4165550123', 'payto.part'],
    ['+4402071838750', 'payto.part'],
    ['+15555555555', 'payto.part'],
    ['alice', 'payto.part'],
    [`${'a'.repeat(65)}@example.com`, 'payto.part'],
    ['al%C3%AFce@example.com', 'payto.part'],
    [`a@${'b.'.repeat(126)}example`, 'payto.part'],
  ],
);

describe('networks', () => {
  const networkOf = (uri: string) => {
    const result = parsePayto(uri);
    assert(result.ok);
    return result.address.network;
  };

  it('tells the networks of bitcoin addresses', () => {
    assert.equal(networkOf('payto://bitcoin/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'), 'mainnet');
    assert.equal(networkOf('payto://bitcoin/tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'), 'testnet');
    assert.equal(networkOf('payto://bitcoin/mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'), 'testnet');
    assert.equal(networkOf('payto://bitcoin/bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'), 'testnet');
  });

  it('tells the test networks of EVM chains and claims nothing of the others', () => {
    assert.equal(networkOf(`payto://eth/${VITALIK}@11155111`), 'testnet');
    assert.equal(networkOf(`payto://eth/${VITALIK}`), undefined);
    assert.equal(networkOf(`payto://eth/${VITALIK}@424242`), undefined);
  });
});

describe('countries', () => {
  const expected: Readonly<Record<string, string | undefined>> = {
    'payto://iban/NL91ABNA0417164300': 'NL',
    'payto://bic/BNPAFRPP': 'FR',
    'payto://ach/122000661/1234': 'US',
    'payto://upi/a@ybl': 'IN',
    'payto://pix/11144477735': 'BR',
    'payto://gb-scan/202959/63748472': 'GB',
    'payto://mx-clabe/032180000118359719': 'MX',
    'payto://au-bsb/062000/12345678': 'AU',
    'payto://ca-interac/alice@example.com': 'CA',
    'payto://ilp/g.acme.bob': undefined,
    'payto://void': undefined,
    'payto://x-taler-bank/bank.example/alice': undefined,
    [`payto://eth/${VITALIK}`]: undefined,
    'payto://in-ifsc/HDFC0000001/12345678': undefined,
  };
  for (const [uri, country] of Object.entries(expected)) {
    it(`${uri} is in ${country ?? 'no country'}`, () => {
      const result = parsePayto(uri);
      assert(result.ok);
      assert.equal(result.address.country, country);
    });
  }
});
