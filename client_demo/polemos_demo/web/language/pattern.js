// Renders texts that were compiled from Fluent: `locales/compiling.py` says what a pattern is made of.

/** Say texts of one language: `(key, values) -> text`. A key or value that is missing is told once. */
export function speaker(language, messages, complain = (sentence) => console.error(sentence)) {
  const plural = new Intl.PluralRules(language);
  const plain = new Intl.NumberFormat(language);
  const numbers = new Map();
  const told = new Set();

  const miss = (sentence, shown) => {
    if (!told.has(sentence)) complain(sentence);
    told.add(sentence);
    return shown;
  };
  const numberText = (number, options) => {
    if (!options) return plain.format(number);
    const kind = JSON.stringify(options);
    if (!numbers.has(kind)) numbers.set(kind, new Intl.NumberFormat(language, options));
    return numbers.get(kind).format(number);
  };
  const fits = (variant, value) => {
    if (typeof value !== "number") return variant === value && Number.isNaN(Number(variant));
    return Number(variant) === value || variant === plural.select(value);
  };

  const say = (key, values = {}) => {
    if (!Object.hasOwn(messages, key)) return miss(`There is no text ${key} in ${language}.`, key);
    const valueOf = (name) =>
      Object.hasOwn(values, name) ? values[name] : miss(`The text ${key} misses ${name}.`, `{${name}}`);
    const part = (one) => {
      if (typeof one === "string") return one;
      const [kind, name, options, otherwise] = one;
      if (kind === "@") return say(name, values);
      const value = valueOf(name);
      if (kind === "$") return typeof value === "number" ? numberText(value, options) : String(value);
      return pattern(options[Object.keys(options).find((variant) => fits(variant, value)) ?? otherwise]);
    };
    const pattern = (parts) => (typeof parts === "string" ? parts : parts.map(part).join(""));
    return pattern(messages[key]);
  };
  say.has = (key) => Object.hasOwn(messages, key);
  return say;
}
