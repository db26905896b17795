// A list of numbers that only grows, in a typed array: a long game has tens of thousands of them.

const LENGTH_MIN = 256;

/** Whole numbers of 32 bits, or others if `Numbers` is another typed array. */
export class Growing {
  #numbers;
  #Numbers;
  length = 0;

  constructor(Numbers = Int32Array) {
    this.#Numbers = Numbers;
    this.#numbers = new Numbers(LENGTH_MIN);
  }

  push(number) {
    if (this.length === this.#numbers.length) {
      const wider = new this.#Numbers(2 * this.length);
      wider.set(this.#numbers);
      this.#numbers = wider;
    }
    this.#numbers[this.length] = number;
    this.length += 1;
  }

  /** The number at a place, counted from the end where it is negative; undefined where none is. */
  at(place) {
    const index = place < 0 ? this.length + place : place;
    return index >= 0 && index < this.length ? this.#numbers[index] : undefined;
  }

  /** How many numbers are at most this one, in a list that ascends. */
  countUpTo(most) {
    return countUpTo(this.length, (index) => this.#numbers[index], most);
  }
}

/** How many of the first `length` values, which ascend, are at most `most`. */
export function countUpTo(length, valueAt, most) {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(middle) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
