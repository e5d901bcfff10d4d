/** What the curves cost since the page was opened: read by `window.laglab.lens()`, for whoever measures it. */
export const lensDrawing = {
  pictures: 0,
  /** The main thread's milliseconds for them. */
  milliseconds: 0,
  /** Pictures that showed curves for another place of the sliders than the one before. */
  answers: 0,
  /** Milliseconds from the move of a slider to the picture that shows it, summed over those. */
  latency: 0,
};
