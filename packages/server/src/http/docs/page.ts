/** A reference: where its page is, and the description it is made of. */
export interface Reference {
  readonly path: string;
  readonly title: string;
  readonly documentPath: string;
}

/** The page around a reference: no inline script, nothing from another host. */
export function pageOf({ path, title, documentPath }: Reference): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
  </head>
  <body>
    <noscript>The reference needs JavaScript. The same description is at <a href="${documentPath}">${documentPath}</a>.</noscript>
    <div id="reference"></div>
    <script src="/docs/scalar.js"></script>
    <script src="${path}/start.js"></script>
  </body>
</html>
`;
}

/** Scripts only from this process. Styles may be inline, because Scalar writes its own into the page. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Starts the reference in the browser. What would call another host (fonts, telemetry, proxy, assistants) is off. */
export function startScriptOf({ documentPath }: Reference): string {
  return `Scalar.createApiReference('#reference', {
  url: '${documentPath}',
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
`;
}

/** Two tracks and a switch. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#14213d"/><path d="M5 22h22M5 22c8 0 8-12 16-12h6" fill="none" stroke="#fca311" stroke-width="3" stroke-linecap="round"/></svg>
`;
