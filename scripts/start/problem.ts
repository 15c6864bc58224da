/** Something that the person at the terminal can mend. Printed as it stands, without a stack. */
export class Problem extends Error {
  override readonly name = 'Problem'
}
