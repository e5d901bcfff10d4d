/**
 * Draws the curves on their canvas: with the newest answer, once a frame at most, and nothing while they are out of sight. It
 * knows no React.
 */
import { fitCanvas, Painter, type Size } from '../../components/painter.ts';
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
  readonly #painter: Painter;
  #picture: Picture | undefined;
  #shown: Picture | undefined;
  #pointed = 0;
  #layout: PanelLayout | undefined;
  #scale = 1;

  constructor(canvas: HTMLCanvasElement) {
    this.#painter = new Painter({
      canvas,
      alpha: false,
      paint: (context, room) => this.#paint(context, room),
      painted: (begun, ended) => this.#count(begun, ended),
    });
  }

  set picture(picture: Picture | undefined) {
    this.#picture = picture;
    this.#painter.soon();
  }

  /** ln of the ratio that is read off. */
  set pointed(pointed: number) {
    this.#pointed = pointed;
    this.#painter.soon();
  }

  /** Room for the picture, in pixels of the page. */
  set size(size: Size) {
    this.#painter.size = size;
  }

  set visible(visible: boolean) {
    this.#painter.visible = visible;
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

  stop(): void {
    this.#painter.stop();
  }

  /** Draws now, whether or not it is in sight: for another theme. */
  draw(): void {
    this.#painter.now();
  }

  #paint(context: CanvasRenderingContext2D, { width, height }: Size): boolean {
    const picture = this.#picture;
    if (picture === undefined) return false;
    const palette = currentPalette();
    this.#scale = palette.scale;
    const layout = layOutPanels(
      width / this.#scale,
      height / this.#scale,
      picture.panels,
      picture.curves.length,
    );
    this.#layout = layout;
    fitCanvas(context, layout, this.#scale);
    const narrow = layout.panels[0]!.right - layout.panels[0]!.left < NARROW_PANEL;
    const ticks = ratioMarks(picture.reach, narrow);
    const pointed = nearestPoint(this.#pointed, picture.reach);
    paint(context, { ...picture, layout, ticks, pointed }, palette);
    return true;
  }

  #count(begun: number, ended: number): void {
    lensDrawing.pictures++;
    lensDrawing.milliseconds += ended - begun;
    const picture = this.#picture;
    if (picture === undefined || picture === this.#shown) return;
    lensDrawing.answers++;
    lensDrawing.latency += ended - picture.asked;
    this.#shown = picture;
  }
}
