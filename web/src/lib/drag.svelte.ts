/** Dragging a piece with any pointer; whoever is under it when it is let go decides. */

/** So far a press is a tap. */
const SLOP_PX = 8;

export class Drag<T> {
  held = $state.raw<T | null>(null);
  x = $state(0);
  y = $state(0);
  moving = $state(false);
  private from = { x: 0, y: 0 };

  private readonly dropped: (held: T, x: number, y: number) => void;

  constructor(dropped: (held: T, x: number, y: number) => void) {
    this.dropped = dropped;
  }

  /** Begin at a pointerdown on a piece. A press that does not move stays a click. */
  begin(event: PointerEvent, held: T): void {
    if (event.button !== 0) return;
    this.held = held;
    this.from = { x: event.clientX, y: event.clientY };
    this.moving = false;
    const abort = new AbortController();
    const { signal } = abort;
    const end = () => {
      abort.abort();
      this.held = null;
      this.moving = false;
    };
    addEventListener('pointermove', (e) => this.move(e), { signal });
    addEventListener('pointercancel', end, { signal });
    addEventListener('keydown', (e) => e.key === 'Escape' && end(), { signal });
    addEventListener(
      'pointerup',
      (e) => {
        const moved = this.moving;
        end();
        if (!moved) return;
        swallowClick();
        this.dropped(held, e.clientX, e.clientY);
      },
      { signal },
    );
  }

  private move(event: PointerEvent): void {
    this.x = event.clientX;
    this.y = event.clientY;
    const far = Math.hypot(this.x - this.from.x, this.y - this.from.y) > SLOP_PX;
    if (far) this.moving = true;
    if (this.moving) event.preventDefault();
  }
}

/** The click that follows a drag is not a tap. */
function swallowClick(): void {
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 0);
}
