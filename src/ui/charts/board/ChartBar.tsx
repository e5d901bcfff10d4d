/** How all charts are looked at: what the axis counts, smoothing, bands, zoom. Its size never changes. */
import { useId } from 'react';
import { RadioGroup, Slider, Switch } from 'radix-ui';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { Button } from '../../components/Button.tsx';
import { Tip } from '../../components/Tip.tsx';
import type { RunView } from '../../run/runView.ts';
import { dataOf } from '../data/runData.ts';
import { axes, axisNames } from '../view/axis.ts';
import { SMOOTHINGS } from '../view/choices.ts';
import { hoverNow } from '../view/hover.ts';
import { choose, setZoom, useChoices, useZoom } from '../view/view.ts';
import { zoomed } from '../view/zoom.ts';
import '../../rail/slider.css';
import './bar.css';

export function ChartBar({ run }: { readonly run: RunView }) {
  return (
    <div className="chart-bar" role="group" aria-label="How the charts are shown">
      <AxisChoice />
      <Smoothing />
      <BandSwitch />
      <Zoom run={run} />
    </div>
  );
}

function AxisChoice() {
  const { axis } = useChoices();
  return (
    <RadioGroup.Root
      className="chart-bar-part chart-axes"
      aria-label="Horizontal axis"
      orientation="horizontal"
      value={axis}
      onValueChange={(chosen) => choose({ axis: axisNames.find((name) => name === chosen)! })}
    >
      {axisNames.map((name) => (
        <RadioGroup.Item key={name} value={name} className="chart-axis" data-testid={`axis-${name}`}>
          {axes[name].label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

function Smoothing() {
  const { smoothing } = useChoices();
  const label = useId();
  const stop = SMOOTHINGS.findIndex((reach) => reach >= smoothing);
  const words = smoothing === 1 ? 'off' : `${smoothing} updates`;
  return (
    <div className="chart-bar-part">
      <Tip text="Exponential mean over about this many updates. The raw line stays, faint; readings and tables stay raw.">
        <span id={label} className="chart-bar-label">
          Smoothing
        </span>
      </Tip>
      <Slider.Root
        className="slider chart-bar-slider"
        min={0}
        max={SMOOTHINGS.length - 1}
        step={1}
        value={[stop]}
        onValueChange={([index]) => choose({ smoothing: SMOOTHINGS[index!]! })}
      >
        <Slider.Track className="slider-track">
          <Slider.Range className="slider-range" />
        </Slider.Track>
        <Slider.Thumb
          className="slider-thumb"
          aria-labelledby={label}
          aria-valuetext={words}
          data-testid="smoothing"
        />
      </Slider.Root>
      <output className="chart-bar-value">{words}</output>
    </div>
  );
}

function BandSwitch() {
  const { band } = useChoices();
  return (
    <Tip text="Where one point stands for several updates, an area from the least to the greatest of them.">
      <label className="chart-bar-part">
        <span className="chart-bar-label">Min–max</span>
        <Switch.Root
          className="switch"
          checked={band}
          onCheckedChange={(on) => choose({ band: on })}
          aria-label="Min–max band"
        >
          <Switch.Thumb className="switch-thumb" />
        </Switch.Root>
      </label>
    </Tip>
  );
}

function Zoom({ run }: { readonly run: RunView }) {
  const zoom = useZoom();
  const by = (factor: number) => {
    const last = dataOf(run).lastUpdate;
    const shown = zoom ?? { from: 0, to: last };
    const next = zoomed(shown, hoverNow() ?? shown.to, factor, last);
    if (factor > 1 || next !== undefined) setZoom(next);
  };
  return (
    <div className="chart-bar-part chart-bar-zoom">
      <span className="chart-bar-label" role="status" data-testid="zoom">
        {zoom === undefined ? (
          <span className="chart-bar-hint">Drag over a chart to zoom</span>
        ) : (
          `Updates ${zoom.from}–${zoom.to}`
        )}
      </span>
      <Tip text="Zoom in, about the cross-hair or the newest update">
        <Button look="quiet" className="chart-button" aria-label="Zoom in" onClick={() => by(0.5)}>
          <ZoomIn aria-hidden />
        </Button>
      </Tip>
      <Tip text="Zoom out">
        <Button
          look="quiet"
          className="chart-button"
          aria-label="Zoom out"
          aria-disabled={zoom === undefined}
          onClick={() => zoom !== undefined && by(2)}
        >
          <ZoomOut aria-hidden />
        </Button>
      </Tip>
      <Button
        look="quiet"
        className="chart-bar-reset"
        aria-disabled={zoom === undefined}
        onClick={() => setZoom(undefined)}
        data-testid="zoom-reset"
      >
        Whole run
      </Button>
    </div>
  );
}
