/** Pointing at the picture: what is meant, and that its bubble stands beside it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeBubble } from './place.ts';
import { Pointing } from './pointing.ts';
import type { Item, Scene } from './scene/scene.ts';

const item = (number: number, x: number): Item => ({
  key: `ticket ${number}`,
  station: 'queue',
  thing: { kind: 'ticket', place: 'queue', number, version: 0, count: 1, order: 0 },
  box: { x, y: 0, width: 10, height: 10 },
  lag: 0,
});
const queue: Item = {
  key: 'queue',
  station: 'queue',
  thing: { kind: 'station', station: 'queue' },
  box: { x: 0, y: 50, width: 100, height: 10 },
  lag: 0,
};
const sceneOf = (...items: readonly Item[]) => ({ items: [queue, ...items] }) as unknown as Scene;

describe('what is pointed at', () => {
  it('is what lies under the mouse, also when things move on', () => {
    const pointing = new Pointing();
    pointing.show(sceneOf(item(1, 0), item(2, 20)), 1);
    pointing.pointAt(5, 5, 'mouse');
    expect(pointing.key).toBe('ticket 1');
    pointing.show(sceneOf(item(1, 40), item(2, 0)), 1);
    expect(pointing.key).toBe('ticket 2');
    pointing.show(sceneOf(item(1, 40)), 1);
    expect(pointing.key).toBeUndefined();
    pointing.show(sceneOf(item(3, 0)), 1);
    expect(pointing.key).toBe('ticket 3');
  });

  it('stays the same thing for keys and for a finger, and then its station', () => {
    const pointing = new Pointing();
    pointing.show(sceneOf(item(1, 0), item(2, 20)), 1);
    pointing.pointAt(5, 5, 'touch');
    pointing.show(sceneOf(item(1, 40), item(2, 0)), 1);
    expect(pointing.key).toBe('ticket 1');
    pointing.show(sceneOf(item(2, 0)), 1);
    expect(pointing.key).toBe('queue');
  });
});

describe('the bubble', () => {
  const whole = (most: number) => fc.integer({ min: 0, max: most });

  it('never covers what is pointed at, and is inside the frame where there is room', () => {
    fc.assert(
      fc.property(whole(1000), whole(360), whole(300), whole(30), fc.boolean(), (x, y, w, h, finger) => {
        const frame = { width: 1030, height: 400 };
        const bubble = { width: 260, height: 90 };
        const target = { left: x, right: Math.min(1030, x + w), top: y, bottom: y + h, x: x + w / 2 };
        const { left, top } = placeBubble(target, bubble, frame, finger);
        const apart =
          left >= target.right ||
          left + bubble.width <= target.left ||
          top >= target.bottom ||
          top + bubble.height <= target.top;
        expect(apart).toBe(true);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + bubble.width).toBeLessThanOrEqual(frame.width);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top + bubble.height).toBeLessThanOrEqual(frame.height);
      }),
    );
  });

  it('stands beside a square, below a lane, and above a finger', () => {
    const frame = { width: 1000, height: 200 };
    const bubble = { width: 260, height: 80 };
    const square = { left: 500, right: 510, top: 100, bottom: 110, x: 505 };
    expect(placeBubble(square, bubble, frame, false)).toEqual({ left: 520, top: 65 });
    expect(placeBubble(square, bubble, frame, true)).toEqual({ left: 375, top: 10 });
    const lane = { left: 0, right: 300, top: 20, bottom: 44, x: 250 };
    expect(placeBubble(lane, bubble, frame, false)).toEqual({ left: 120, top: 54 });
  });
});
