/** A style sheet whose class names are local to the file that imports it. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}

/** The style sheet of a package, which the file that imports it adds to the page. */
declare module '*.min.css'
