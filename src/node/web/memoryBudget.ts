/**
 * Limits the memory of bodies from their first bytes until they are read. The network is faster than the reader, so a body without free
 * memory waits on the wire. Small pages never wait.
 */

/** Bodies up to this size are always received. */
const SMALL = 256 * 1024;

export class MemoryBudget {
  readonly #reservations = new Set<MemoryReservation>();
  constructor(readonly most: number) {}

  /** Starts an empty reservation for one body. */
  reserve(): MemoryReservation {
    const reservation = new MemoryReservation(this);
    this.#reservations.add(reservation);
    return reservation;
  }

  /** Whether the reservation may grow by `bytes`. If all others wait, one may always grow, to prevent a deadlock. */
  fits(reservation: MemoryReservation, bytes: number): boolean {
    if (bytes === 0 || reservation.bytes + bytes <= SMALL) return true;
    const others = [...this.#reservations].filter((other) => other !== reservation);
    const taken = others.reduce((sum, other) => sum + other.bytes, 0);
    return (
      taken + reservation.bytes + bytes <= this.most || others.every((o) => o.bytes === 0 || o.isWaiting)
    );
  }

  /** Removes a reservation and resumes those that fit now, first come, first served. */
  remove(reservation: MemoryReservation): void {
    this.#reservations.delete(reservation);
    for (const other of this.#reservations) other.retry();
  }
}

/** The memory of one body. */
export class MemoryReservation {
  #bytes = 0;
  #waiting: { readonly bytes: number; readonly go: () => void } | undefined;
  constructor(readonly budget: MemoryBudget) {}

  get bytes(): number {
    return this.#bytes;
  }

  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Takes `bytes` more, now or when the promise resolves; it never settles if the reservation is closed first. */
  take(bytes: number): Promise<void> | undefined {
    if (this.budget.fits(this, bytes)) {
      this.#bytes += bytes;
      return undefined;
    }
    return new Promise((go) => (this.#waiting = { bytes, go }));
  }

  /** Resumes a waiting reservation if it fits now. */
  retry(): void {
    const waiting = this.#waiting;
    if (!waiting || !this.budget.fits(this, waiting.bytes)) return;
    this.#waiting = undefined;
    this.#bytes += waiting.bytes;
    waiting.go();
  }

  close(): void {
    this.#waiting = undefined;
    this.#bytes = 0;
    this.budget.remove(this);
  }
}
