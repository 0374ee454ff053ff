/**
 * Room in memory for bodies, from their first bytes until their reader is done with them. The network is faster than reading, and
 * what it brings ahead of time only fills the memory: a body for which there is no room waits on the wire. Small pages never notice.
 */

/** A body of this size is taken in whatever else there is. */
const SMALL = 256 * 1024;

type Waiting = { readonly bytes: number; readonly go: () => void };

export class MemoryBudget {
  readonly #shares = new Set<MemoryReservation>();
  constructor(readonly most: number) {}

  /** A share for one body, still empty. */
  share(): MemoryReservation {
    const share = new MemoryReservation(this);
    this.#shares.add(share);
    return share;
  }

  /** May the share grow by `bytes`? Where all others wait too, one may whatever its size: nothing else would ever move. */
  fits(share: MemoryReservation, bytes: number): boolean {
    if (bytes === 0 || share.bytes + bytes <= SMALL) return true;
    const others = [...this.#shares].filter((other) => other !== share);
    const taken = others.reduce((sum, other) => sum + other.bytes, 0);
    return taken + share.bytes + bytes <= this.most || others.every((o) => o.bytes === 0 || o.waits);
  }

  /** Takes a share out, and lets those go on for which there is room then, first come, first served. */
  leave(share: MemoryReservation): void {
    this.#shares.delete(share);
    for (const other of this.#shares) other.goOn();
  }
}

/** What one body takes of the room. */
export class MemoryReservation {
  #bytes = 0;
  #waiting: Waiting | undefined;
  constructor(readonly room: MemoryBudget) {}

  get bytes(): number {
    return this.#bytes;
  }

  get waits(): boolean {
    return this.#waiting !== undefined;
  }

  /** Takes `bytes` more at once, or gives the promise of them. It stays open when the share is closed meanwhile. */
  take(bytes: number): Promise<void> | undefined {
    if (this.room.fits(this, bytes)) {
      this.#bytes += bytes;
      return undefined;
    }
    return new Promise((go) => (this.#waiting = { bytes, go }));
  }

  /** Ends the wait if there is room by now. */
  goOn(): void {
    const waiting = this.#waiting;
    if (!waiting || !this.room.fits(this, waiting.bytes)) return;
    this.#waiting = undefined;
    this.#bytes += waiting.bytes;
    waiting.go();
  }

  /** Gives everything back. */
  close(): void {
    this.#waiting = undefined;
    this.#bytes = 0;
    this.room.leave(this);
  }
}
