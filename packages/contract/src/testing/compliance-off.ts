/** A copy of a sample with all compliance plans off, which a server without them accepts. */
export function complianceOff<Sample>(sample: Sample, field = ""): Sample {
  if (Array.isArray(sample)) return sample.map((each) => complianceOff(each, field)) as Sample;
  if (typeof sample !== "object" || sample === null || sample instanceof Blob) return sample;
  const entries = Object.entries(sample).filter(([key]) => key !== "recordingConsentPlan");
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const isSwitch =
        key === "hipaaEnabled" ||
        key === "pciEnabled" ||
        ((field === "securityFilterPlan" || field === "redactionPlan") && key === "enabled");
      return [key, isSwitch ? false : complianceOff(value, key)];
    }),
  ) as Sample;
}
