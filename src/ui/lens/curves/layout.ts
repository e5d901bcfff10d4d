/**
 * Where the two panels of curves lie, in units of the picture: pixels at the usual size of type. Under each lies a lane for
 * every curve, in which its dead zones are marked.
 */
export interface PanelSpec {
  /** Sign of the advantage. */
  readonly sign: 1 | -1;
  readonly title: string;
  /** A method that the panel leaves to the other one. */
  readonly without?: string;
}

export interface Panel extends PanelSpec {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Top of the first lane. */
  readonly lanes: number;
}

export interface PanelLayout {
  readonly width: number;
  readonly height: number;
  readonly panels: readonly Panel[];
  /** Whether there is room for names at the ends of curves, and not for numbers alone. */
  readonly named: boolean;
  readonly lane: number;
}

export const TEXT = 11;
const LEFT = 50;
const TITLE = 20;
/** Ticks, and under them the name of the axis. */
const TICKS = 34;
const NUMBERS = 54;
const NAMES = 132;
/** A panel that is narrower than this has numbers only. */
const NAMED_FROM = 470;
/** Two panels side by side need this much. */
const BESIDE_FROM = 440;
const LANE_GAP = 6;
/** A lane of this height has its curve's number before it, where the picture is as high as that. */
export const NUMBERED_LANE = 9;
const HIGH = 400;
const LEAST_HEIGHT = 110;
/** Lanes of many curves get thinner, so that they have no more than this share of a panel. */
const LANES_SHARE = 0.35;

/**
 * @param specs of the two panels
 * @param curves how many there are
 */
export function layOutPanels(
  width: number,
  height: number,
  specs: readonly [PanelSpec, PanelSpec],
  curves: number,
): PanelLayout {
  const beside = width >= BESIDE_FROM;
  const each = beside ? width / 2 : width;
  const named = each >= NAMED_FROM;
  const room = (beside ? height : height / 2) - TITLE - TICKS;
  const usual = curves > 12 ? 4 : height < HIGH ? 6 : NUMBERED_LANE;
  const lane = Math.max(1, Math.min(usual, (LANES_SHARE * room - LANE_GAP) / Math.max(1, curves)));
  const lanes = curves === 0 ? 0 : LANE_GAP + curves * lane;
  const plot = Math.max(LEAST_HEIGHT, room - lanes);
  const block = TITLE + plot + lanes + TICKS;
  const panels = specs.map((spec, index): Panel => {
    const left = (beside ? index * each : 0) + LEFT;
    const top = (beside ? 0 : index * block) + TITLE;
    return {
      ...spec,
      left,
      right: left - LEFT + each - (named ? NAMES : NUMBERS),
      top,
      bottom: top + plot,
      lanes: top + plot + LANE_GAP,
    };
  });
  return { width, height: beside ? block : 2 * block, panels, named, lane };
}

/** The panel that a place belongs to, with what is beside and under it. */
export function panelAt({ panels, width, height }: PanelLayout, x: number, y: number): Panel | undefined {
  if (x < 0 || y < 0 || x > width || y > height) return undefined;
  const [first, second] = panels;
  const beside = first!.top === second!.top;
  return beside ? (x < width / 2 ? first : second) : y < height / 2 ? first : second;
}
