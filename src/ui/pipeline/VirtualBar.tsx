/** For the virtual clock: what it shows, what happened last, how fast it runs, and one event at a time. */
import { SkipForward } from 'lucide-react';
import { useStore } from 'zustand';
import { ActionButton } from '../components/Button.tsx';
import { Segments } from '../components/Segments.tsx';
import { usePhase } from '../hooks.ts';
import { actions, chooseSpeed } from '../lab.ts';
import { isActive, sessionStore } from '../state/sessionStore.ts';
import { eventWords } from './scene/words.ts';
import { SPEEDS, speedName, speedStore } from './speed.ts';

const speedNames = Object.fromEntries(SPEEDS.map((speed) => [speedName(speed), speedName(speed)]));

export function VirtualBar() {
  const speed = useStore(speedStore, (state) => state.speed);
  return (
    <div className="virtual-bar" role="group" aria-label="Virtual clock">
      <Clock />
      <ActionButton
        action={actions.event}
        icon={<SkipForward aria-hidden />}
        className="virtual-event"
        data-testid="step-event"
      />
      <Segments
        label="Speed: seconds of the run’s clock per second"
        options={speedNames}
        value={speedName(speed)}
        onChange={(name) => chooseSpeed(SPEEDS.find((other) => speedName(other) === name)!)}
        testId="speed"
      />
    </div>
  );
}

/** At full speed events are too many to be read: then it only tells the time, on the shared tick. */
function Clock() {
  const full = useStore(speedStore, ({ speed }) => speed === Infinity);
  const quick = isActive(usePhase()) && full;
  const tick = useStore(sessionStore, (state) => state.pipeline);
  const flow = useStore(sessionStore, (state) => (quick ? undefined : state.flow));
  const shown = quick && tick !== undefined ? sessionStore.getState().flow : flow;
  const event = shown?.event;
  return (
    <p className="virtual-clock">
      <output
        className="virtual-time"
        data-testid="virtual-seconds"
        data-value={shown?.seconds}
        aria-live="off"
      >
        {(shown?.seconds ?? 0).toFixed(2)} s
      </output>
      <span
        className="virtual-words"
        aria-live={quick ? 'off' : 'polite'}
        data-testid="virtual-event"
        data-count={event?.count ?? 0}
      >
        {event === undefined
          ? 'Nothing has happened yet.'
          : quick
            ? `${event.count.toLocaleString('en')} events`
            : eventWords(event)}
      </span>
    </p>
  );
}
