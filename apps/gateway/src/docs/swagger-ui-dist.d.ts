declare module 'swagger-ui-dist/absolute-path' {
  /** The directory of the package. */
  export default function absolutePath(): string;
}
