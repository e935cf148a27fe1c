import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalogue } from '@switchyard/rails';
import { institutionId } from '../domain/institutions/institution-id.ts';
import { formatRoutingConfig } from './format-routing-config.ts';
import { readRoutingConfig } from './read-routing-config.ts';
import { SMALL_CONFIG } from './testing/small-config.ts';

test('it writes a file that a person would have written', () => {
  const read = readRoutingConfig(SMALL_CONFIG, loadCatalogue());
  assert(read.ok);
  assert.equal(
    formatRoutingConfig(read.value),
    `format: 1
policy:
  preference: recommended
  valuation: { asset: iso4217:EUR, failureCost: 150, hourCost: 5 }
  custodyAdmitted: [ none, payer-own-account ]
  railOrder: [ tink, yapily ]
  rules:
    - id: split-germany
      when: { operations: [ banking.pis.single ], countries: [ DE ], assets: [ iso4217:EUR ], amountMax: 50000 }
      then:
        type: split
        shares:
          - { rail: tink, percent: 70 }
          - { rail: yapily, percent: 30 }
    - id: not-tink-in-norway
      when: { countries: [ "NO" ], institutions: [ ${institutionId('NO', 'DNBANOKK')} ], schemes: [ iban ] }
      then: { type: exclude, rails: [ tink ] }
  reliability: { floorPpm: 900000, priorPpm: 970000, priorStrength: 20, halfLifeMs: 604800000 }
  exploration: { ratePpm: 0, amountMax: 5000 }
connections:
  - key: tink-north
    rail: tink
    label: 'Tink: "north" # 1'
    mode: decide
    countries: [ DE, "NO" ]
    operations: [ banking.pis.single, banking.ais.balances ]
    limits:
      - { asset: iso4217:EUR, min: 100, max: 100000000000000000000 }
    declaredLatency: { p50Ms: 1100, p95Ms: 4100 }
    contracts:
      - key: calls
        basis: count
        asset: iso4217:GBP
        mode: marginal
        period: month
        tiers:
          - { from: 0, fixed: 22 }
          - { from: 5000, bps: 3 }
        commitment: { value: 100, tolerancePpm: 50000 }
    prices:
      - when: { operations: [ banking.pis.single ], countries: [ DE ], schemes: [ iban ], assets: [ iso4217:EUR ] }
        fee: { asset: iso4217:EUR, fixed: 5, bps: 10, min: 10, max: 500 }
      - fee: { asset: iso4217:GBP, min: 1 }
        contract: calls
  - key: yapily
    rail: yapily
    label: Yapily
    mode: decide
    status: pending
    prices:
      - fee: { asset: iso4217:EUR, fixed: 0 }
fx:
  - { from: iso4217:EUR, to: iso4217:GBP, numerator: 87, denominator: 100, asOf: "2026-11-13T15:00:00Z" }
coverage:
  restrictions:
    - { institution: ${institutionId('DE', 'DEUTDEFF')}, rail: yapily, operations: [ banking.pis.single ] }
`,
  );
});
