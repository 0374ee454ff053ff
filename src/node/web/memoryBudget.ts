/**
 * Bounds the memory that bodies take, from their first bytes until they are read. The network is faster than the reader: a body for
 * which no memory is free waits on the wire. Small pages never wait.
 */

/** A body up to this size is always received. */
const SMALL = 256 * 1024;

type Waiting = { readonly bytes: number; readonly go: () => void };

export class MemoryBudget {
  readonly #reservations = new Set<MemoryReservation>();
  constructor(readonly most: number) {}

  /** A reservation for one body, still empty. */
  reserve(): MemoryReservation {
    const reservation = new MemoryReservation(this);
    this.#reservations.add(reservation);
    return reservation;
  }

  /** May the reservation grow by `bytes`? If all others wait, one may whatever its size, or nothing would ever move. */
  fits(reservation: MemoryReservation, bytes: number): boolean {
    if (bytes === 0 || reservation.bytes + bytes <= SMALL) return true;
    const others = [...this.#reservations].filter((other) => other !== reservation);
    const taken = others.reduce((sum, other) => sum + other.bytes, 0);
    return (
      taken + reservation.bytes + bytes <= this.most || others.every((o) => o.bytes === 0 || o.isWaiting)
    );
  }

  /** Removes a reservation, and lets those continue that fit now, first come, first served. */
  remove(reservation: MemoryReservation): void {
    this.#reservations.delete(reservation);
    for (const other of this.#reservations) other.retry();
  }
}

/** The memory of one body. */
export class MemoryReservation {
  #bytes = 0;
  #waiting: Waiting | undefined;
  constructor(readonly budget: MemoryBudget) {}

  get bytes(): number {
    return this.#bytes;
  }

  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Takes `bytes` more at once, or gives a promise of them, which never settles if the reservation is closed meanwhile. */
  take(bytes: number): Promise<void> | undefined {
    if (this.budget.fits(this, bytes)) {
      this.#bytes += bytes;
      return undefined;
    }
    return new Promise((go) => (this.#waiting = { bytes, go }));
  }

  /** Ends the wait if the bytes fit now. */
  retry(): void {
    const waiting = this.#waiting;
    if (!waiting || !this.budget.fits(this, waiting.bytes)) return;
    this.#waiting = undefined;
    this.#bytes += waiting.bytes;
    waiting.go();
  }

  /** Releases everything. */
  close(): void {
    this.#waiting = undefined;
    this.#bytes = 0;
    this.budget.remove(this);
  }
}
