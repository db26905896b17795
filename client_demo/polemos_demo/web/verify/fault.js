// What is wrong with an export, as a code of docs/audit.md and the values that a sentence needs.

/** Thrown where an export is wrong; never a fault of this program. */
export class Fault {
  /**
   * @param {string} code what is wrong, for programs.
   * @param {object} values what a sentence needs: `why` tells apart what has the same code.
   */
  constructor(code, values = {}) {
    this.code = code;
    this.values = values;
  }
}
