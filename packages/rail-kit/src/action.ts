/** What the user must do next, in the API's own words. */
export type Action = RedirectAction | SdkAction | WaitAction;

export interface RedirectAction {
  readonly type: 'redirect';
  readonly url: string;
}

export interface SdkAction {
  readonly type: 'sdk';
  /** What the provider's SDK is opened with. */
  readonly token: string;
  readonly params: Readonly<Record<string, string>>;
}

export interface WaitAction {
  readonly type: 'wait';
  readonly pollAfterMs: number;
}
