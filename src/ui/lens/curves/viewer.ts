/**
 * Draws the curves on their canvas: with the newest answer, once a frame at most, and nothing while they are out of sight. It
 * knows no React.
 */
import { lensDrawing } from '../drawing.ts';
import { layOutPanels, panelAt, type PanelLayout, type PanelSpec } from './layout.ts';
import { paint } from './paint.ts';
import type { Scene } from './scene.ts';
import { currentPalette } from './palette.ts';
import { nearestPoint, ratioMarks } from './scale.ts';
import type { Reach } from '../state/schema.ts';

/** What is drawn, before it is known how large. */
export interface Picture extends Omit<Scene, 'layout' | 'ticks' | 'pointed'> {
  readonly reach: Reach;
  readonly panels: readonly [PanelSpec, PanelSpec];
  /** `performance.now()` of the change that asked for it. */
  readonly asked: number;
}

const NARROW_PANEL = 270;

export class Viewer {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  #picture: Picture | undefined;
  #shown: Picture | undefined;
  #pointed = 0;
  #size = { width: 0, height: 0 };
  #visible = false;
  #frame: number | undefined;
  #layout: PanelLayout | undefined;
  #scale = 1;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
  }

  set picture(picture: Picture | undefined) {
    this.#picture = picture;
    this.soon();
  }

  /** ln of the ratio that is read off. */
  set pointed(pointed: number) {
    this.#pointed = pointed;
    this.soon();
  }

  /** Room for the picture, in pixels of the page. */
  set size(size: { readonly width: number; readonly height: number }) {
    this.#size = size;
    this.soon();
  }

  set visible(visible: boolean) {
    this.#visible = visible;
    this.soon();
  }

  /** ln of the ratio under a place of the page, in pixels from the canvas's corner; undefined beside the panels. */
  logRatioAt(x: number, y: number): number | undefined {
    const layout = this.#layout;
    if (layout === undefined || this.#picture === undefined) return undefined;
    const panel = panelAt(layout, x / this.#scale, y / this.#scale);
    if (panel === undefined) return undefined;
    const { logRatios } = this.#picture;
    const from = logRatios[0]!;
    const share = (x / this.#scale - panel.left) / (panel.right - panel.left);
    return from + Math.min(1, Math.max(0, share)) * (logRatios.at(-1)! - from);
  }

  soon(): void {
    if (this.#frame !== undefined || !this.#visible || this.#size.width === 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = undefined;
      if (this.#visible) this.draw();
    });
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#visible = false;
  }

  /** Draws now, whether or not it is in sight: for another theme. */
  draw(): void {
    const picture = this.#picture;
    if (this.#context === null || this.#size.width === 0 || picture === undefined) return;
    const begun = performance.now();
    const palette = currentPalette();
    this.#scale = palette.scale;
    const { width, height } = this.#size;
    const layout = layOutPanels(
      width / this.#scale,
      height / this.#scale,
      picture.panels,
      picture.curves.length,
    );
    this.#layout = layout;
    this.#resize(layout);
    const narrow = layout.panels[0]!.right - layout.panels[0]!.left < NARROW_PANEL;
    const ticks = ratioMarks(picture.reach, narrow);
    const pointed = nearestPoint(this.#pointed, picture.reach);
    paint(this.#context, { ...picture, layout, ticks, pointed }, palette);
    const now = performance.now();
    lensDrawing.pictures++;
    lensDrawing.milliseconds += now - begun;
    if (picture !== this.#shown) {
      lensDrawing.answers++;
      lensDrawing.latency += now - picture.asked;
      this.#shown = picture;
    }
  }

  #resize({ width, height }: PanelLayout): void {
    const canvas = this.#canvas;
    const density = this.#scale * Math.min(3, globalThis.devicePixelRatio || 1);
    const pixels = { width: Math.round(width * density), height: Math.round(height * density) };
    if (canvas.width !== pixels.width || canvas.height !== pixels.height) {
      canvas.width = pixels.width;
      canvas.height = pixels.height;
      canvas.style.height = `${height * this.#scale}px`;
      this.#context?.setTransform(density, 0, 0, density, 0, 0);
    }
  }
}
