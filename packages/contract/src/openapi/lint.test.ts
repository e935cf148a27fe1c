import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { generateManageOpenApi } from '../manage/openapi.ts';
import { generateOpenApi } from './generate.ts';

const source = JSON.stringify(await generateOpenApi());
const documents = {
  'the API of the service': source,
  'the management API': JSON.stringify(await generateManageOpenApi()),
};

for (const [name, text] of Object.entries(documents)) {
  test(`Spectral's OpenAPI rules find nothing in ${name}, warnings included`, async () => {
    const spectral = new Spectral();
    // Spectral's own ruleset; its types were written before our compiler told absent from undefined.
    spectral.setRuleset({ extends: [oas as RulesetDefinition] });
    const findings = await spectral.run(JSON.parse(text));
    assert.deepEqual(
      findings.map(({ code, path, message }) => `${code} at ${path.join('/')}: ${message}`),
      [],
    );
  });

  for (const preset of ['recommended', 'recommended-strict'] as const) {
    test(`Redocly's ${preset} rules find nothing in ${name}, warnings included`, async () => {
      const config = await createConfig({ extends: [preset] });
      const findings = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
      assert.deepEqual(
        findings.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer}: ${message}`),
        [],
      );
    });
  }
}

test('the linters would find a response without a description', async () => {
  const broken = JSON.parse(source);
  delete broken.paths['/v1/rails'].get.responses['200'].description;
  const config = await createConfig({ extends: ['recommended'] });
  const findings = await lintFromString({
    source: JSON.stringify(broken),
    absoluteRef: 'openapi.json',
    config,
  });
  assert.notEqual(findings.length, 0);
});
