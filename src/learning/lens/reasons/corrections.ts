/** Which of the correction's rules acted on a token, and why. */
import type { Place } from './place.ts';
import {
  answerWeight,
  beyond,
  cut,
  divergence,
  driftedBad,
  fall,
  largestWeight,
  meanWeight,
  outside,
  tokenWeight,
} from './weights.ts';

interface Judged {
  readonly what: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly then: string;
}

const ANSWER_DROPPED = 'the correction drops the answer';
const TOKEN_DROPPED = 'the correction drops it';

/** The first rule that rejects the token. */
export function correctionRejected(place: Place): string {
  const { opsm } = place.settings.correction;
  const found = judgements(place).find(({ value, low, high }) => value < low || value > high);
  if (!found)
    return driftedBad(
      fall(place, (t) => place.logTotal(t)),
      opsm,
    );
  const { what, value, low, high, then } = found;
  return low === -Infinity ? beyond(what, value, high, then) : outside(what, value, { low, high }, then);
}

/** What each rule that is on and can reject looks at, and within which bounds. */
function judgements(place: Place): readonly Judged[] {
  const { token, sequence, rejection, ratio, ...own } = place.settings.correction;
  const judged: Judged[] = [];
  if (token === 'reject') {
    const band = { low: own.tokenLow, high: own.tokenHigh };
    judged.push({ what: 'Its weight', value: tokenWeight(place, ratio), ...band, then: TOKEN_DROPPED });
  }
  const band = { low: own.sequenceLow, high: own.sequenceHigh, then: ANSWER_DROPPED };
  if (sequence === 'reject' || sequence === 'geometric-sum') {
    judged.push({ what: 'The product of its answer’s ratios', value: answerWeight(place, ratio), ...band });
  } else if (sequence === 'geometric-mean') {
    judged.push({ what: 'The mean ratio of its answer', value: meanWeight(place, ratio), ...band });
  } else if (sequence === 'geometric-max') {
    judged.push({ what: 'The largest ratio of its answer', value: largestWeight(place, ratio), ...band });
  }
  const { rejectionThreshold: threshold, rejectionLevel: level, rejectionDirection: direction } = own;
  if (rejection === 'geometric') {
    const value = meanWeight(place, ratio);
    const then = ANSWER_DROPPED;
    judged.push({
      what: 'The mean ratio of its answer',
      value,
      low: 1 - threshold,
      high: 1 + threshold,
      then,
    });
  } else if (rejection !== 'none') {
    judged.push({
      what: level === 'token' ? 'Its divergence' : 'The divergence of its answer',
      value: divergence(place, ratio, { estimator: rejection, level, direction }),
      low: -Infinity,
      high: threshold,
      then: level === 'token' ? TOKEN_DROPPED : ANSWER_DROPPED,
    });
  }
  return judged;
}

export function correctionZeroed(place: Place): string {
  const { tokenLow: low, tokenHigh: high, ratio } = place.settings.correction;
  return outside('Its weight', tokenWeight(place, ratio), { low, high }, 'the correction sets it to 0');
}

export function correctionTruncated(place: Place): string {
  const { token, tokenHigh, sequence, sequenceHigh, ratio } = place.settings.correction;
  const own = tokenWeight(place, ratio);
  if (token === 'truncate' && own > tokenHigh) return cut('Its weight', own, tokenHigh);
  const value = sequence === 'geometric' ? meanWeight(place, ratio) : answerWeight(place, ratio);
  return cut('The weight of its answer', value, sequenceHigh);
}
