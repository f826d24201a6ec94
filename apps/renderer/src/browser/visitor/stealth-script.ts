export interface StealthProfile {
  /** For workers, which the browser's override does not reach. */
  agent?: { userAgent: string; platform: string };
  /** For cross-process frames, which the override does not reach. */
  display?: { width: number; height: number; outerWidth: number; outerHeight: number; pixelRatio: number };
  everything: boolean;
  gpu: { vendor: string; renderer: string };
}

/** The GPU of a common office machine as Chrome on Linux reports it. Containers have a software renderer. */
const GPU = {
  vendor: 'Google Inc. (Intel)',
  renderer: 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 630 (CFL GT2), OpenGL 4.6)',
};

export function stealthScript(disguise: Omit<StealthProfile, 'gpu'>): string {
  return `(${applyDisguise.toString()})(${JSON.stringify({ ...disguise, gpu: GPU })})`;
}

/**
 * Runs in the page. Replaced functions look native: they are Proxies with the same errors, arity and name, and
 * `toString` returns the native text.
 */
function applyDisguise({ agent, display, everything, gpu }: StealthProfile): void {
  const texts = new WeakMap<object, string>();
  const textOf = texts.get.bind(texts);
  const nativeToString = Function.prototype.toString;
  type Native = (...args: unknown[]) => unknown;
  type Answer = (call: () => unknown, self: unknown, args: unknown[]) => unknown;

  const replace = (owner: object | undefined, name: string, kind: 'get' | 'value', answer: Answer): void => {
    const descriptor = owner && Object.getOwnPropertyDescriptor(owner, name);
    const native = descriptor?.[kind] as Native | undefined;
    if (owner === undefined || typeof native !== 'function') return;
    const proxy = new Proxy(native, {
      apply: (target, self, args) => answer(() => Reflect.apply(target, self, args), self, args),
    });
    texts.set(proxy, Reflect.apply(nativeToString, native, []) as string);
    Object.defineProperty(owner, name, { ...descriptor, [kind]: proxy });
  };
  const prototypeOf = (name: string): object | undefined =>
    (Reflect.get(globalThis, name) as { prototype?: object } | undefined)?.prototype;
  /** The native getter is still called, because it throws on a wrong object. */
  const override = (owner: object | undefined, name: string, value: (real: unknown) => unknown): void =>
    replace(owner, name, 'get', (call) => value(call()));

  replace(Function.prototype, 'toString', 'value', (call, self) => textOf(self as object) ?? call());

  const navigatorPrototype = Object.getPrototypeOf(navigator) as object;
  if (agent !== undefined && navigator.userAgent !== agent.userAgent) {
    override(navigatorPrototype, 'userAgent', () => agent.userAgent);
    override(navigatorPrototype, 'appVersion', () => agent.userAgent.replace(/^[^/]*\//, ''));
  }
  if (agent !== undefined && navigator.platform !== agent.platform) {
    override(navigatorPrototype, 'platform', () => agent.platform);
  }
  if (display !== undefined && typeof document !== 'undefined' && screen.width !== display.width) {
    for (const name of ['width', 'availWidth']) override(Screen.prototype, name, () => display.width);
    for (const name of ['height', 'availHeight']) override(Screen.prototype, name, () => display.height);
    override(window, 'outerWidth', () => display.outerWidth);
    override(window, 'outerHeight', () => display.outerHeight);
    override(window, 'devicePixelRatio', () => display.pixelRatio);
    const isLandscape = display.width >= display.height;
    override(ScreenOrientation.prototype, 'type', () => (isLandscape ? 'landscape-primary' : 'portrait-primary'));
  }
  if (!everything) return;

  override(navigatorPrototype, 'deviceMemory', (real) => ((real as number) < 4 ? 8 : real));
  override(prototypeOf('NetworkInformation'), 'rtt', (real) => (real === 0 ? 50 : real));
  for (const context of ['WebGLRenderingContext', 'WebGL2RenderingContext']) {
    replace(prototypeOf(context), 'getParameter', 'value', (call, _self, [parameter]) => {
      const real = call();
      if (real === null) return real;
      if (parameter === 0x9245) return gpu.vendor;
      return parameter === 0x9246 ? gpu.renderer : real;
    });
  }
  // With DevTools attached, the console reads its arguments, which getters detect.
  for (const name of Object.getOwnPropertyNames(console)) replace(console, name, 'value', () => undefined);
  if (typeof document === 'undefined') return;

  const asNative = (name: string, does: Native): Native => {
    const proxy = new Proxy({ [name]: (...args: unknown[]) => does(...args) }[name]!, {});
    texts.set(proxy, `function ${name}() { [native code] }`);
    return proxy;
  };
  const hidden = (values: Record<string, unknown>): PropertyDescriptorMap =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { value, configurable: true, enumerable: false }]),
    );

  if (!Reflect.has(window, 'chrome')) {
    // The first two are unnamed in Chrome too.
    const seconds = (): number => performance.timeOrigin / 1000;
    const app = {
      isInstalled: false,
      getDetails: asNative('getDetails', () => null),
      getIsInstalled: asNative('getIsInstalled', () => false),
      installState: asNative('installState', () => undefined),
      runningState: asNative('runningState', () => 'cannot_run'),
      InstallState: { DISABLED: 'disabled', INSTALLED: 'installed', NOT_INSTALLED: 'not_installed' },
      RunningState: { CANNOT_RUN: 'cannot_run', READY_TO_RUN: 'ready_to_run', RUNNING: 'running' },
    };
    const loadTimes = asNative('', () => ({
      requestTime: seconds(),
      startLoadTime: seconds(),
      commitLoadTime: seconds() + 0.1,
      finishDocumentLoadTime: seconds() + 0.3,
      finishLoadTime: seconds() + 0.5,
      firstPaintTime: seconds() + 0.3,
      firstPaintAfterLoadTime: 0,
      navigationType: 'Other',
      wasFetchedViaSpdy: true,
      wasNpnNegotiated: true,
      npnNegotiatedProtocol: 'h2',
      wasAlternateProtocolAvailable: false,
      connectionInfo: 'h2',
    }));
    const csi = asNative('', () => ({
      startE: Math.floor(performance.timeOrigin),
      onloadT: Math.floor(performance.timeOrigin + 500),
      pageT: performance.now(),
      tran: 15,
    }));
    Object.defineProperty(window, 'chrome', { value: { loadTimes, csi, app }, writable: true, enumerable: true });
  }

  if (navigator.plugins.length === 0) {
    const list = (prototype: object, items: object[], nameOf: (item: object) => string): object => {
      const made: object = Object.create(
        prototype,
        hidden({
          length: items.length,
          item: asNative('item', (index) => items[Number(index)] ?? null),
          namedItem: asNative('namedItem', (name) => items.find((item) => nameOf(item) === name) ?? null),
          ...Object.fromEntries(items.map((item) => [nameOf(item), item])),
        }),
      );
      for (const [index, value] of items.entries()) {
        Object.defineProperty(made, index, { value, configurable: true, enumerable: true });
      }
      return made;
    };
    const typeOf = (type: object): string => (type as MimeType).type;
    const types = ['application/pdf', 'text/pdf'].map((type) =>
      Object.create(MimeType.prototype, hidden({ type, suffixes: 'pdf', description: 'Portable Document Format' })),
    ) as object[];
    const plugins = ['', 'Chrome ', 'Chromium ', 'Microsoft Edge '].map((maker) => `${maker}PDF Viewer`);
    const made = [...plugins, 'WebKit built-in PDF'].map((name) => {
      const plugin = list(Plugin.prototype, types, typeOf);
      const about = { name, filename: 'internal-pdf-viewer', description: 'Portable Document Format' };
      return Object.defineProperties(plugin, hidden(about));
    });
    for (const type of types) Object.defineProperties(type, hidden({ enabledPlugin: made[0] }));
    const pluginList = list(PluginArray.prototype, made, (plugin) => (plugin as Plugin).name);
    Object.defineProperties(pluginList, hidden({ refresh: asNative('refresh', () => undefined) }));
    const typeList = list(MimeTypeArray.prototype, types, typeOf);
    override(navigatorPrototype, 'plugins', () => pluginList);
    override(navigatorPrototype, 'mimeTypes', () => typeList);
    override(navigatorPrototype, 'pdfViewerEnabled', () => true);
  }
}
