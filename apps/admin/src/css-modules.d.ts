/** A style sheet whose class names are local to the file that imports it. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
