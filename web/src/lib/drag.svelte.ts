/** Dragging a piece with any pointer; whoever is under it when it is let go decides. */

/** So far a press is a tap. */
const SLOP_PX = 8;

export class Drag<T> {
  held = $state.raw<T | null>(null);
  x = $state(0);
  y = $state(0);
  moving = $state(false);
  private from = { x: 0, y: 0 };
  private listening = new AbortController();

  private readonly dropped: (held: T, x: number, y: number) => void;
  private readonly still: (held: T) => boolean;

  /** A piece is dropped only while it is `still` where it was taken up. */
  constructor(dropped: (held: T, x: number, y: number) => void, still: (held: T) => boolean) {
    this.dropped = dropped;
    this.still = still;
  }

  /** Begin at a pointerdown on a piece. A press that does not move stays a click. */
  begin(event: PointerEvent, held: T): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.end();
    this.held = held;
    this.from = { x: event.clientX, y: event.clientY };
    this.listening = new AbortController();
    const { signal } = this.listening;
    const listen = (type: string, then: (event: PointerEvent) => void) =>
      addEventListener(
        type,
        (e) => (e as PointerEvent).pointerId === event.pointerId && then(e as PointerEvent),
        { signal },
      );
    listen('pointermove', (e) => this.move(e));
    listen('pointercancel', () => this.end());
    listen('pointerup', (e) => this.letGo(e));
    addEventListener('keydown', (e) => e.key === 'Escape' && this.end(), { signal });
  }

  /** End the drag of a piece that left: call it in an effect, which runs when that changes. */
  follow(): void {
    if (this.held !== null && !this.still(this.held)) this.end();
  }

  private move(event: PointerEvent): void {
    this.x = event.clientX;
    this.y = event.clientY;
    const far = Math.hypot(this.x - this.from.x, this.y - this.from.y) > SLOP_PX;
    if (far) this.moving = true;
    if (this.moving) event.preventDefault();
  }

  private letGo(event: PointerEvent): void {
    const { held, moving } = this;
    this.end();
    if (!moving || held === null) return;
    swallowClick();
    if (this.still(held)) this.dropped(held, event.clientX, event.clientY);
  }

  private end(): void {
    this.listening.abort();
    this.held = null;
    this.moving = false;
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
