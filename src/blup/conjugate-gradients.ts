import { ModelError } from './model-error.js';
import { reportProgress, type Watch } from './watch.js';

/** Stopping rule of conjugate gradients. */
export interface Convergence {
  /** The iteration stops when √(r′M⁻¹r) is below this fraction of √(b′M⁻¹b), where r = b − C·x. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

/** Default stopping rule. Solutions then differ from those of a factorization by about 10⁻⁷ of their spread. */
export const DEFAULT_CONVERGENCE: Convergence = { tolerance: 1e-10, maxIterations: 5000 };

/**
 * Solves C·x = b for a positive definite matrix C by conjugate gradients with the preconditioner M [Hestenes & Stiefel
 * 1952; for mixed-model equations Strandén & Lidauer 1999, J Dairy Sci 82:2779; Tsuruta, Misztal & Strandén 2001, J
 * Anim Sci 79:1166].
 *
 * @param multiply out ← C·x
 * @param precondition z ← M⁻¹·r
 * @throws ModelError `not_solved` if the iteration does not converge
 */
export function conjugateGradients(
  multiply: (x: Float64Array, out: Float64Array) => void,
  precondition: (r: Float64Array, z: Float64Array) => void,
  b: Float64Array,
  { tolerance, maxIterations }: Convergence = DEFAULT_CONVERGENCE,
  watch?: Watch,
): { x: Float64Array; iterations: number } {
  const n = b.length;
  const x = new Float64Array(n);
  const r = b.slice();
  const z = new Float64Array(n);
  const q = new Float64Array(n);
  precondition(r, z);
  const p = z.slice();
  let rz = dot(r, z);
  const target = rz * tolerance * tolerance;
  const targetDigits = Math.log(1 / tolerance);
  const first = rz;
  let progress = 0;
  for (let iteration = 0; ; iteration += 1) {
    if (!(rz > target) || rz === 0) {
      if (Number.isNaN(rz)) break;
      reportProgress(watch, 1);
      return { x, iterations: iteration };
    }
    if (iteration === maxIterations) break;
    progress = Math.max(progress, Math.log(first / rz) / 2 / targetDigits);
    reportProgress(watch, progress);
    multiply(p, q);
    const alpha = rz / dot(p, q);
    for (let i = 0; i < n; i += 1) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    precondition(r, z);
    const next = dot(r, z);
    const beta = next / rz;
    for (let i = 0; i < n; i += 1) p[i] = z[i] + beta * p[i];
    rz = next;
  }
  throw new ModelError('not_solved', `The solutions did not converge in ${maxIterations} iterations.`);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i] * b[i];
  return sum;
}
