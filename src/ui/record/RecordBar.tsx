/**
 * The record of the run: save and open it, look at any update of it, and play it again up to there, to go on with another
 * setting. The slider moves the cross-hair that all charts share.
 */
import { useState } from 'react';
import { useStore } from 'zustand';
import { Slider } from 'radix-ui';
import { FolderOpen, History, Save } from 'lucide-react';
import { setHover } from '../charts/view/hover.ts';
import { ActionButton, Button } from '../components/Button.tsx';
import { Tip } from '../components/Tip.tsx';
import { usePhase, useRunNews } from '../hooks.ts';
import { actions, controller } from '../lab.ts';
import type { RunView } from '../run/runView.ts';
import { recordStore } from '../state/recordStore.ts';
import { isActive } from '../state/sessionStore.ts';
import { recordWords } from './words.ts';
import '../rail/slider.css';
import './record.css';

export function RecordBar({ run }: { readonly run: RunView }) {
  useRunNews(run);
  const last = run.latest?.update ?? 0;
  const [chosen, setChosen] = useState<{ readonly run: number; readonly update: number }>();
  const update = chosen?.run === run.id ? Math.min(chosen.update, last) : last;
  const choose = (to: number) => {
    setChosen(to === last ? undefined : { run: run.id, update: to });
    setHover(to);
  };
  return (
    <section className="record" aria-label="Record of the run">
      <div className="record-tools">
        <ActionButton
          action={actions.saveRun}
          icon={<Save aria-hidden />}
          look="quiet"
          compact
          data-testid="save-run"
        />
        <ActionButton
          action={actions.openRun}
          icon={<FolderOpen aria-hidden />}
          look="quiet"
          compact
          data-testid="open-run"
        />
      </div>
      <Slider.Root
        className="slider record-slider"
        min={0}
        max={Math.max(1, last)}
        value={[update]}
        disabled={last === 0}
        onValueChange={([to]) => choose(to!)}
        onBlur={() => setHover(undefined)}
      >
        <Slider.Track className="slider-track">
          <Slider.Range className="slider-range" />
        </Slider.Track>
        <Slider.Thumb
          className="slider-thumb"
          aria-label="Update to look at"
          aria-valuetext={`Update ${update} of ${last}`}
          data-testid="record-update"
        />
      </Slider.Root>
      <GoBack update={update} last={last} />
      <Words run={run} last={last} />
    </section>
  );
}

function GoBack({ update, last }: { readonly update: number; readonly last: number }) {
  const phase = usePhase();
  const enabled = update > 0 && phase !== 'starting' && phase !== 'warm-start';
  const go = () => {
    const record = controller.record();
    if (record === undefined) return;
    const { replay } = recordStore.getState();
    // While a run is played again, its newest update is not its end.
    const until = replay !== undefined && update === last ? replay.until : update;
    controller.replay(record, Math.min(until, record.updates));
  };
  return (
    <Tip text="Plays the run again up to this update and pauses there. Change a setting and press Resume: the new course is drawn over the old one.">
      <Button
        className="record-go"
        aria-disabled={!enabled}
        data-testid="replay"
        onClick={() => {
          if (enabled) go();
        }}
      >
        <History aria-hidden />
        <span>{update === last ? 'Play again' : `Back to update ${update}`}</span>
      </Button>
    </Tip>
  );
}

function Words({ run, last }: { readonly run: RunView; readonly last: number }) {
  const phase = usePhase();
  const record = useStore(recordStore);
  const text = recordWords({ ...record, last, active: isActive(phase), clock: run.experiment.run.clock });
  return (
    <p
      className="record-words"
      role="status"
      data-testid="record-words"
      data-verdict={record.verdict === undefined ? undefined : record.verdict.same ? 'same' : 'different'}
    >
      {text}
    </p>
  );
}
