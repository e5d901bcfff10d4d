/** The presets by their plain names, what the chosen one is for, and the way back to it. */
import { useStore } from 'zustand';
import { Select } from 'radix-ui';
import { Check, ChevronDown } from 'lucide-react';
import { differences } from '../../experiment/fields.ts';
import { findPreset, presetExperiment, presets } from '../../experiment/presets/index.ts';
import { lookAtOf } from '../../experiment/presets/lookAt.ts';
import { controller } from '../lab.ts';
import { baseOf, experimentStore } from '../state/experimentStore.ts';
import '../components/select.css';

export function PresetPicker() {
  const name = useStore(experimentStore, ({ draft }) => draft.preset);
  const changed = useStore(experimentStore, ({ draft }) => differences(baseOf(draft), draft).length);
  const preset = findPreset(name);
  const draft = useStore(experimentStore, (state) => state.draft);
  const lookAt = preset && lookAtOf(preset, draft);
  return (
    <section className="preset" aria-label="Preset">
      <p className="preset-head" data-testid="changed-count">
        <span className="rail-title">Preset</span>
        {changed > 0 && (
          <span className="preset-changed">
            {changed} changed,{' '}
            <button
              type="button"
              onClick={() => controller.show(presetExperiment(name))}
              data-testid="restore-preset"
            >
              restore all
            </button>
          </span>
        )}
      </p>
      <Select.Root value={name} onValueChange={(next) => controller.show(presetExperiment(next))}>
        <Select.Trigger className="select" aria-label="Preset" data-testid="preset">
          <Select.Value>{preset?.title}</Select.Value>
          <Select.Icon>
            <ChevronDown aria-hidden />
          </Select.Icon>
        </Select.Trigger>
        <Select.Portal>
          <Select.Content
            className="overlay select-list"
            position="popper"
            sideOffset={4}
            collisionPadding={8}
          >
            <Select.Viewport>
              {presets.map(({ name: value, title, description }) => (
                <Select.Item
                  key={value}
                  value={value}
                  className="select-item"
                  data-testid={`preset-${value}`}
                >
                  <Select.ItemText>
                    <span className="select-name">{title}</span>{' '}
                    <span className="select-help">{description}</span>
                  </Select.ItemText>
                  <Select.ItemIndicator className="select-check">
                    <Check aria-hidden />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.Viewport>
          </Select.Content>
        </Select.Portal>
      </Select.Root>
      <p className="preset-text">
        <strong>{lookAt?.holds === false ? 'Without your changes:' : 'Look at:'}</strong> {lookAt?.text}
      </p>
    </section>
  );
}
