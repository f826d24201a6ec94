declare module 'swagger-ui-dist/absolute-path' {
  export default function absolutePath(): string;
}
