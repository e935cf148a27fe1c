/** What a call of our own teaches about a rail: that it answered, and how soon; or that it did not. */
import { addLatency, type CapabilityId, observe } from '@switchyard/engine';
import { isFailure } from '@switchyard/rail-kit';
import type { Environment } from '../domain/environment.ts';
import { openLearnt } from '../store/learnt.ts';
import type { WorkflowDeps } from './deps.ts';

export interface ObservedCall {
  readonly connectionId: string;
  readonly rail: string;
  readonly operation: CapabilityId;
  readonly country: string;
  readonly institution: string | undefined;
  readonly answer: { readonly kind: string };
  readonly latencyMs: number;
}

/** Never fails its caller: what could not be learnt now is learnt from the next call. */
export async function learnFromCall(
  deps: WorkflowDeps,
  environment: Environment,
  call: ObservedCall,
): Promise<void> {
  const { rail, operation, country, institution, answer } = call;
  const about = { rail, operation, country, institution };
  const atMs = deps.now();
  const works = !isFailure(answer) || answer.kind === 'rejected';
  try {
    const { snapshot } = await deps.engines.of(environment);
    const policy = snapshot.policy.reliability;
    await deps.db.transaction(environment.id, async (tx) => {
      const learnt = await openLearnt(tx, [about]);
      const attribution = works ? 'success' : 'failure';
      learnt.putCells(about, observe(learnt.cells(about), { ...about, attribution, atMs }, policy).cells);
      if (works) {
        const sketch = learnt.sketch(rail, operation);
        learnt.putSketch(rail, operation, addLatency(sketch, call.latencyMs, atMs, policy.halfLifeMs));
      }
      learnt.save();
      return { commit: true, value: undefined };
    });
    deps.engines.touch(environment.id);
  } catch (error) {
    deps.logger.warn({ err: error, rail }, 'a call could not be learnt from');
  }
}
