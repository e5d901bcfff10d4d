/**
 * What the schedule would lead to, beside the controls. `durations.ts` how long things take · `curve.ts` the prediction ·
 * `question.ts` when it is asked · `words.ts` the capacity calculator in words · `Prediction.tsx` the picture
 */
export { Prediction } from './Prediction.tsx';
