/** An object whose methods are called through a function that sees every call: name, arguments, and the call itself. */

/** @param call does what was asked, with `args` as they are then; may be left out or put off */
export type Around = (name: string, args: unknown[], call: () => unknown) => unknown;

export function intercepted<T extends object>(target: T, around: Around): T {
  return new Proxy(target, {
    get(_, name) {
      // Read from and applied to the target itself: getters and methods may use private fields.
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => around(String(name), args, () => Reflect.apply(value, target, args));
    },
  });
}
