/** `dev.json`: how scripts and people find a development service and its keys. Its fields are part of the start-up contract. */
import { join } from 'node:path';
import { isApiKeyText } from '../domain/api-key.ts';
import { isManagementToken } from '../domain/manage/management-secrets.ts';
import type { KeptSecrets } from './move-in.ts';
import { readPrivateJson, writePrivateJson } from './private-file.ts';

export interface DevFile {
  readonly baseUrl: string;
  readonly testKey: string;
  readonly liveKey: string;
  readonly manageToken: string;
  readonly consoleUrl: string | null;
  readonly docsUrl: string;
  readonly simulatorUrl: string | null;
  readonly pid: number;
}

export function writeDevFile(dataDir: string, file: DevFile): void {
  writePrivateJson(pathIn(dataDir), file);
}

/** What an earlier start handed out, as far as it can still be read. */
export function readDevKeys(dataDir: string): KeptSecrets {
  const file = readPrivateJson(pathIn(dataDir));
  const { testKey, liveKey, manageToken } = file ?? {};
  return {
    ...(typeof testKey === 'string' && isApiKeyText(testKey) ? { test: testKey } : {}),
    ...(typeof liveKey === 'string' && isApiKeyText(liveKey) ? { live: liveKey } : {}),
    ...(typeof manageToken === 'string' && isManagementToken(manageToken) ? { manageToken } : {}),
  };
}

/** Where the simulator was, for pages that were handed out then. */
export function readSimulatorUrl(dataDir: string): string | undefined {
  const url = readPrivateJson(pathIn(dataDir))?.simulatorUrl;
  return typeof url === 'string' && URL.canParse(url) ? url : undefined;
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'dev.json');
}
