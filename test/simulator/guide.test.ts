/** The guide shows the tables that the simulator runs on, and its commands work. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { FAULTS } from '../../packages/simulator/src/control/faults.ts';
import { json } from '../../packages/simulator/src/http/replies.ts';
import { type CreateProvider, startSimulator } from '../../packages/simulator/src/index.ts';
import { testInstitutions } from '../../packages/simulator/src/pages/front-page.ts';
import { createBanks } from '../../packages/simulator/src/world/banks.ts';
import { OUTCOMES } from '../../packages/simulator/src/world/outcomes.ts';

const guide = readFileSync(new URL('../../docs/guides/simulator.md', import.meta.url), 'utf8');

describe('the guide to the simulator', () => {
  it('has the table of test outcomes', () => {
    hasTable(
      ['Reference', 'Payee', 'What happens'],
      OUTCOMES.map(({ words, meaning }) => [`\`SIM ${words}\``, `\`Simulated ${titled(words)}\``, meaning]),
    );
  });

  it('has the table of test institutions', () => {
    hasTable(
      ['Bank', 'In', 'What happens'],
      testInstitutions(createBanks().all()).map(({ name, countries, meaning }) => [
        name,
        countries.join(', '),
        meaning,
      ]),
    );
  });

  it('has the table of faults', () => {
    hasTable(
      ['`fault`', 'What happens'],
      Object.entries(FAULTS).map(([kind, meaning]) => [`\`${kind}\``, meaning]),
    );
  });

  it('has commands that work', async () => {
    const simulator = await startSimulator({ providers: [createTruelayer] });
    const commands = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
    assert(commands.length >= 5);
    for (const command of commands) {
      await promisify(execFile)('sh', ['-ec', command], { env: { ...process.env, SIM: simulator.baseUrl } });
    }
    await simulator.stop();
  });
});

/** As much of a provider as the commands speak of. */
const createTruelayer: CreateProvider = (world) => {
  world.onRevoke('truelayer', () => {});
  return {
    id: 'truelayer',
    name: 'TrueLayer',
    routes: [{ method: 'POST', path: '/v3/payments', kind: 'api', handle: () => json(201, {}) }],
  };
};

function hasTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
  assert(guide.includes(`\n\n${table}\n\n`), `docs/guides/simulator.md should have:\n${table}`);
}

function titled(words: string): string {
  return words.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
