/** Keeps stored items as own properties, like the storage of browsers. */
class TestStorage {
  [name: string]: unknown;

  getItem(name: string): unknown {
    return Object.hasOwn(this, name) ? this[name] : null;
  }

  setItem(name: string, value: string): void {
    this[name] = value;
  }

  removeItem(name: string): void {
    delete this[name];
  }
}

/** Provides the parts of a browser that requests and sessions use. */
export function provideBrowser(origin: string) {
  const sessionStorage = new TestStorage();
  const location = { origin, hash: '', pathname: '/console', assign: jest.fn() };
  const history = {
    replaceState: () => {
      location.hash = '';
    },
  };
  Object.assign(globalThis, { location, sessionStorage, history });
  return { location, sessionStorage };
}
