//! The modules of a tile: the handshake, a cell for each element of D, and the unit that all cells have.

use super::super::comment::{commented, made_by, notice, port_meaning};
use super::super::shift_register::{oldest, shifted};
use super::ports::{tile_ports, TilePort};
use crate::design::Design;
use crate::mma::{unit, MmaError, MmaSpec};
use crate::net::verilog::{part_text, range};

/// Returns the Verilog file of a tile: the tile, its cell and the cell's unit. `command` generates it.
///
/// # Errors
///
/// Returns an error if there is no such tile.
pub fn mma_verilog(spec: &MmaSpec, command: Option<&str>) -> Result<String, MmaError> {
    let unit = unit(spec)?;
    let tile = Tile { spec, unit: &unit };
    Ok([
        tile.header(command),
        tile.module(),
        tile.cell(),
        format!("\n// The unit of a cell: {}.\n", spec.instruction),
        String::from(part_text(unit.module())),
    ]
    .concat())
}

/// A tile and its unit.
struct Tile<'s> {
    spec: &'s MmaSpec,
    unit: &'s Design,
}

impl Tile<'_> {
    /// Returns the number of ranks of registers in a unit.
    fn ranks(&self) -> u32 {
        self.spec.unit_latency()
    }

    /// True if a unit has several accumulators.
    fn has_slots(&self) -> bool {
        self.spec.slots > 1
    }

    fn header(&self, command: Option<&str>) -> String {
        let spec = self.spec;
        let (rows, columns, products) = (spec.rows, spec.columns, spec.products());
        let mut lines = vec![
            format!(
                "{}: a tile of {rows} by {columns} units of {}",
                spec.name(),
                spec.instruction
            ),
            String::new(),
            format!(
                "A step adds {products} products to each of the {rows} by {columns} sums of a slot: S[i][j] = \
                 {}(a[i], b[j], S[i][j]). The first step of a sum starts from c.",
                spec.instruction
            ),
            String::new(),
        ];
        lines.extend(self.schedule());
        lines.push(String::new());
        let ports = tile_ports(spec);
        lines.extend(ports.iter().flat_map(|port| port_meaning(&(port.name, &port.meaning))));
        lines.push(String::new());
        lines.extend(command.map(made_by).unwrap_or_default());
        lines.push(notice());
        commented(&lines)
    }

    /// Describes when steps start and end.
    fn schedule(&self) -> [String; 4] {
        let (latency, slots) = (self.spec.latency, self.spec.slots);
        let products = self.spec.rows * self.spec.columns * self.spec.products();
        let throughput = match latency.div_ceil(slots.min(latency)) {
            1 => format!("Steps that take the slots in turn start in each cycle: {products} products in a cycle."),
            _ => format!(
                "Steps that take the slots in turn start {slots} in {latency} cycles; {latency} slots would start one in \
                 each cycle.",
            ),
        };
        [
            "Schedule".to_owned(),
            format!(
                "A step takes {latency} {}. The sums of the {slots} {} are independent: a step on one slot starts while \
                 steps on others are under way. A step on a slot waits until the slot's previous step has ended.",
                if latency == 1 { "cycle" } else { "cycles" },
                if slots == 1 { "slot" } else { "slots" },
            ),
            throughput,
            "Results come out in the order of their last steps, in any case those of a slot. While one waits, steps go \
             on until the next result is ready."
                .to_owned(),
        ]
    }

    fn module(&self) -> String {
        [self.declaration(), self.flow(), self.output(), self.instances()].concat()
    }

    fn declaration(&self) -> String {
        let ports: Vec<String> = tile_ports(self.spec).iter().map(TilePort::declaration).collect();
        format!(
            "
`default_nettype none

module {name} (
{ports}
);
",
            name = self.spec.name(),
            ports = ports.join(",\n"),
        )
    }

    /// Returns the handshake of the steps.
    fn flow(&self) -> String {
        if self.ranks() == 0 {
            self.combinational_flow()
        } else {
            self.steps_under_way() + &self.busy_slots() + &self.next_steps()
        }
    }

    /// Returns the handshake of steps that end in their cycle.
    fn combinational_flow(&self) -> String {
        let slot = range(self.spec.slot_bits());
        let (exists, ready) = match self.numbers_without_slot() {
            0 => (String::new(), ""),
            _ => (format!("    wire exists = {};\n", self.existing("slot")), " && exists"),
        };
        format!(
            "
    // ---- steps: each ends in its cycle ----
    // The next result waits for the one at the output.
    wire moves = !(last && out_valid && !out_ready);
{exists}    assign in_ready = moves{ready};
    wire ends = in_valid && in_ready;
    wire closes = ends && last;
    wire {slot}ending_slot = slot;
"
        )
    }

    /// Returns the steps under way, and how the oldest one ends.
    fn steps_under_way(&self) -> String {
        let (ranks, bits) = (self.ranks(), self.spec.slot_bits());
        let ending_slot = match bits {
            1 => oldest("slots", ranks),
            _ if ranks == 1 => "slots".to_owned(),
            _ => format!("slots[{}:{}]", ranks * bits - 1, (ranks - 1) * bits),
        };
        format!(
            "
    // ---- steps under way, one for each rank of registers in the units ----
    reg  {all}moving;
    reg  {all}last_steps;
    reg  {all_slots}slots;
    // The step in the last rank ends, and its sums go to the accumulators.
    wire ending = {ending};
    wire closing = ending && {closing};
    wire {slot}ending_slot = {ending_slot};
    // The next result waits for the one at the output.
    wire moves = !(closing && out_valid && !out_ready);
    wire ends = ending && moves;
    wire closes = closing && moves;
",
            all = range(ranks),
            all_slots = range(ranks * bits),
            slot = range(bits),
            ending = oldest("moving", ranks),
            closing = oldest("last_steps", ranks),
        )
    }

    /// Returns the slots with a step under way, for which further steps wait.
    fn busy_slots(&self) -> String {
        let slots = self.spec.slots;
        let blocked = match self.numbers_without_slot() {
            0 => "busy".to_owned(),
            none => format!("{{{{{none}{{1'b1}}}}, busy}}"),
        };
        // The bit of a slot, as wide as the slots. An undefined number does no harm while the condition is 0.
        let one_hot = |slot: &str, condition: &str| match slots {
            1 => condition.to_owned(),
            _ => format!("({condition} ? {slots}'d1 << {slot} : {slots}'d0)"),
        };
        format!(
            "    // Slots with a step under way, and numbers without a slot.
    reg  {busy}busy;
    wire {numbers}blocked = {blocked};
    assign in_ready = moves && !blocked[slot];
    wire starts = in_valid && in_ready;
    wire {busy}started = {started};
    wire {busy}ended = {ended};
",
            busy = range(slots),
            numbers = range(1 << self.spec.slot_bits()),
            started = one_hot("slot", "starts"),
            ended = one_hot("ending_slot", "ends"),
        )
    }

    /// Returns the registers of the handshake.
    fn next_steps(&self) -> String {
        let (ranks, slots) = (self.ranks(), self.spec.slots);
        format!(
            "    always @(posedge clock) begin
        if (reset) moving <= {ranks}'d0;
        else if (moves) moving <= {moving};
    end
    always @(posedge clock) begin
        if (reset) busy <= {slots}'d0;
        else busy <= (busy & ~ended) | started;
    end
    always @(posedge clock) begin
        if (moves) last_steps <= {lasts};
        if (moves) slots <= {next_slots};
    end
",
            moving = shifted("moving", "starts", ranks, 1),
            lasts = shifted("last_steps", "last", ranks, 1),
            next_slots = shifted("slots", "slot", ranks, self.spec.slot_bits()),
        )
    }

    /// Returns the number of values of a slot's number that name no slot.
    fn numbers_without_slot(&self) -> u32 {
        (1 << self.spec.slot_bits()) - self.spec.slots
    }

    /// Returns the condition that a slot of this number exists.
    fn existing(&self, number: &str) -> String {
        match self.spec.slots {
            1 => format!("!{number}"),
            slots => format!("{number} <= {}'d{}", self.spec.slot_bits(), slots - 1),
        }
    }

    fn output(&self) -> String {
        "
    // ---- the result at the output ----
    always @(posedge clock) begin
        if (reset) out_valid <= 1'b0;
        else if (closes) out_valid <= 1'b1;
        else if (out_ready) out_valid <= 1'b0;
    end
    always @(posedge clock) begin
        if (closes) out_slot <= ending_slot;
    end
"
        .to_owned()
    }

    /// Returns the connections of a cell other than its data: port and net.
    fn controls(&self) -> Vec<(&'static str, String, String)> {
        let slot = range(self.spec.slot_bits());
        let mut controls = vec![("clock", String::new(), "clock".to_owned())];
        if self.ranks() > 0 {
            controls.push(("moves", String::new(), "moves".to_owned()));
        }
        controls.push(("first", String::new(), "first".to_owned()));
        if self.has_slots() {
            controls.push(("slot", slot.clone(), "slot".to_owned()));
        }
        controls.push(("ends", String::new(), "ends".to_owned()));
        controls.push(("closes", String::new(), "closes".to_owned()));
        if self.has_slots() {
            controls.push(("ending_slot", slot, "ending_slot".to_owned()));
        }
        controls
    }

    fn instances(&self) -> String {
        let spec = self.spec;
        let ([in_row, in_column], result, columns) = (spec.vector_bits(), spec.result_bits(), spec.columns);
        let controls: String = self
            .controls()
            .iter()
            .map(|(port, _, net)| format!("                .{port}({net}),\n"))
            .collect();
        format!(
            "
    // ---- the cells: row i of a and column j of b meet in cell (i, j) ----
    genvar i, j;
    generate
        for (i = 0; i < {rows}; i = i + 1) begin : row
            for (j = 0; j < {columns}; j = j + 1) begin : column
                {name}_cell cell_ij (
{controls}                .a(a[{in_row}*i +: {in_row}]),
                .b(b[{in_column}*j +: {in_column}]),
                .c(c[{result}*({columns}*i+j) +: {result}]),
                .d(d[{result}*({columns}*i+j) +: {result}])
                );
            end
        end
    endgenerate

endmodule
",
            rows = spec.rows,
            name = spec.name(),
        )
        .replace("                .", "                    .")
    }

    /// Returns the module of a cell: a unit with its accumulators.
    fn cell(&self) -> String {
        let spec = self.spec;
        let [in_row, in_column] = spec.vector_bits().map(range);
        let result = range(spec.result_bits());
        let controls: String = self
            .controls()
            .iter()
            .map(|(port, range, _)| format!("    input  wire {range}{port},\n"))
            .collect();
        let (declared, sum, written) = match spec.slots {
            1 => (
                format!("    reg  {result}sums;\n"),
                "sums".to_owned(),
                "sums <= sum;".to_owned(),
            ),
            slots => (
                format!("    reg  {result}sums [0:{}];\n", slots - 1),
                "sums[slot]".to_owned(),
                "sums[ending_slot] <= sum;".to_owned(),
            ),
        };
        let clocked = match self.ranks() {
            0 => "",
            _ => "        .clock(clock),\n        .enable(moves),\n",
        };
        format!(
            "
// A cell: an element of D for each slot.
module {name}_cell (
{controls}    input  wire {in_row}a,
    input  wire {in_column}b,
    input  wire {result}c,
    output reg  {result}d
);

    // The accumulators.
{declared}    wire {result}addend = first ? c : {sum};
    wire {result}sum;
    {unit} unit (
{clocked}        .a(a),
        .b(b),
        .c(addend),
        .d(sum)
    );
    always @(posedge clock) begin
        if (ends) {written}
        if (closes) d <= sum;
    end

endmodule

`default_nettype wire
",
            name = spec.name(),
            unit = self.unit.name(),
        )
    }
}
